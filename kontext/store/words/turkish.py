"""Turkish words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "başlık, konu",
    "status": "durum, mevcut durum, statü",
    "date": "tarih, karar tarihi, onay tarihi, kabul tarihi",
    "created": "oluşturulma tarihi, oluşturuldu, öneri tarihi",
    "updated": "güncelleme tarihi, son güncelleme, güncellendi",
    "authors": "yazar, yazarlar, hazırlayan, öneren",
    "deciders": "karar vericiler, karar verenler, karar veren, sorumlu, sorumlular, onaylayan, karar verici",
    "supersedes": "yerine geçer, yerine geçtiği",
    "superseded_by": "yerine geçen, yerini alan",
    "tags": "etiketler, anahtar kelimeler, kategori",
    "number": "numara",
    "summary": "özet, açıklama",
    "other": "danışılanlar, bilgilendirilenler, ilgili, sürüm, versiyon, ilişkili",
}
STATUSES = {
    "accepted": (
        "kabul edildi, onaylandı, kabul, uygulandı, aktif, yürürlükte, karar verildi, tamamlandı, geçerli, "
        "kabul edilmiş, benimsendi"
    ),
    "proposed": (
        "önerildi, öneri, taslak, açık, inceleniyor, tartışılıyor, beklemede, değerlendiriliyor, planlandı, "
        "devam ediyor"
    ),
    "superseded": "değiştirildi, yerine geçildi, yerini aldı",
    "deprecated": "kullanımdan kaldırıldı, geçersiz, eskidi, arşivlendi, güncelliğini yitirdi",
    "rejected": "reddedildi, iptal edildi, vazgeçildi, red, kabul edilmedi",
}
SECTIONS = {
    "context": (
        "bağlam, bağlam ve problem, problem, sorun, arka plan, gerekçe, motivasyon, giriş, problem tanımı, "
        "amaç"
    ),
    "decision": "karar, çözüm, sonuç ve karar, öneri, kararlar, seçilen çözüm",
    "consequences": "sonuçlar, etkiler, riskler, avantajlar, dezavantajlar, sonuç, etki",
    "options": (
        "alternatifler, değerlendirilen seçenekler, seçenekler, değerlendirilen alternatifler, karar "
        "etkenleri"
    ),
    "status": "durum",
    "log": "geçmiş, değişiklik geçmişi",
    "links": "bağlantılar, ilgili kararlar, referanslar",
}
LINKS = {
    "supersedes": "yerine geçer, yerini alır",
    "superseded_by": "ile değiştirildi, tarafından değiştirildi, yerini aldı",
}
NEGATIONS = "değil"
NOTHING = "yok, hiçbiri, uygulanamaz"
TEMPLATES = "şablon, örnek"
DECISION = "karar"
PARTLY = "kısmen"
FOLDERS = "kararlar, mimari kararlar, mimari karar kayıtları"
MONTHS = "ocak, şubat, mart, nisan, mayıs, haziran, temmuz, ağustos, eylül, ekim, kasım, aralık"
