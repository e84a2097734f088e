"""Records in other languages than English, each written for this test: what a reader makes of them."""

from __future__ import annotations

import pytest

from dialects import facts_of

# path, text, (title, number, status, date, supersedes, superseded by)
RECORDS = [
    (
        "docs/adr/0003-x.md",
        (
            "# 3. Usare PostgreSQL\n"
            "\n"
            "- **Stato**: Sostituito da ADR 0021\n"
            "- **Data**: 20 giugno 2026\n"
            "- **Decisori**: Anna\n"
            "\n"
            "## Contesto\n"
            "x\n"
            "## Decisione\n"
            "y\n"
        ),
        ("Usare PostgreSQL", 3, "superseded", "2026-06-20", (), ("ADR 0021",)),
    ),
    (
        "docs/adr/0015-y.md",
        (
            "# ADR 0015: Volltext\n"
            "\n"
            "Status: **Ersetzt durch ADR 0026** (Entscheid, 2026-10-02). Dieser Eintrag bleibt.\n"
            "\n"
            "Ursprünglicher Status: Angenommen\n"
            "\n"
            "## Kontext\n"
        ),
        ("Volltext", 15, "superseded", "2026-10-02", (), ("ADR 0026",)),
    ),
    (
        "docs/adr/0004-z.md",
        ("# ADR-0004 — Trascrizione\n\n**Data:** 22/09/2026 · **Stato:** sostituito da ADR-0006\n\n## Contesto\n"),
        ("Trascrizione", 4, "superseded", "2026-09-22", (), ("ADR-0006",)),
    ),
    (
        "docs/adr/0001-zh.md",
        (
            "# ADR 0001: 记录架构决策\n"
            "\n"
            "## 状态\n"
            "\n"
            "已接受（2024年3月5日）\n"
            "\n"
            "被 [ADR-0005](0005-x.md) 取代\n"
            "\n"
            "## 背景\n"
            "\n"
            "## 决策\n"
        ),
        ("记录架构决策", 1, "superseded", "2024-03-05", (), ("0005-x.md",)),
    ),
    (
        "docs/adr/0002-ja.md",
        ("# 0002. ログ基盤\n\n- ステータス: ADR-0009に置き換え\n- 日付: 2024/3/5\n\n## 背景\n## 決定\n"),
        ("ログ基盤", 2, "superseded", "2024-03-05", (), ("ADR-0009",)),
    ),
    (
        "docs/adr/0002-nl.md",
        (
            "# Besluit 2: Eigen repo\n"
            "\n"
            "| | |\n"
            "|---|---|\n"
            "| **Status** | Vervangen door [ADR-0010](0010-stack.md) |\n"
            "| **Datum** | 5 maart 2024 |\n"
            "\n"
            "## Context\n"
            "## Besluit\n"
        ),
        ("Eigen repo", 2, "superseded", "2024-03-05", (), ("0010-stack.md",)),
    ),
    (
        "docs/adr/0002-ru.md",
        ("# ADR-002: Кеш\n\n**Статус:** Заменено на ADR-007\n**Дата:** 5 марта 2024 г.\n\n## Контекст\n## Решение\n"),
        ("Кеш", 2, "superseded", "2024-03-05", (), ("ADR-007",)),
    ),
    (
        "docs/adr/0002-ko.md",
        ("# ADR 2. 캐시\n\n## 상태\n\nADR-0005로 대체됨\n\n## 날짜\n\n2024년 3월 5일\n\n## 배경\n## 결정\n"),
        ("캐시", 2, "superseded", "2024-03-05", (), ("ADR-0005",)),
    ),
    (
        "docs/adr/0002-sv.md",
        ("# Beslut 2 – Egen databas\n\nStatus: Godkänt\nDatum: 2024-03-05\nErsätter: 0001\n\n## Bakgrund\n## Beslut\n"),
        ("Egen databas", 2, "accepted", "2024-03-05", ("0001",), ()),
    ),
    (
        "docs/decisions/0001-fr.md",
        (
            "# 1. Utiliser Redis\n"
            "\n"
            "Date : 1er mars 2024\n"
            "\n"
            "## Statut\n"
            "\n"
            "Remplacé par l'[ADR 4](0004-x.md)\n"
            "\n"
            "## Contexte\n"
            "## Décision\n"
        ),
        ("Utiliser Redis", 1, "superseded", "2024-03-01", (), ("0004-x.md",)),
    ),
    (
        "adr/more/0001-de.md",
        (
            "# Architekturentscheidung 1: Wir nutzen Kafka\n"
            "\n"
            "| Feld | Wert |\n"
            "|---|---|\n"
            "| **Status** | Überholt (siehe ADR-12) |\n"
            "| **Entschieden am** | 3. März 2023 |\n"
            "\n"
            "## Kontext\n"
            "## Entscheidung\n"
        ),
        ("Wir nutzen Kafka", 1, "superseded", "2023-03-03", (), ()),
    ),
    (
        "adr/more/0002-de.md",
        ("# Kafka\n\nStatus\n======\n\nAbgelehnt am 14.01.2025\n\nKontext\n=======\n"),
        ("Kafka", 2, "rejected", "2025-01-14", (), ()),
    ),
    (
        "adr/more/0003-es.md",
        (
            "# ADR-003: Kafka\n"
            "\n"
            "**Estado:** Reemplazado por [ADR-009](./009-x.md)  \n"
            "**Fecha:** 3 de marzo de 2023  \n"
            "**Autores:** Ana, Luis\n"
            "\n"
            "## Contexto\n"
        ),
        ("Kafka", 3, "superseded", "2023-03-03", (), ("./009-x.md",)),
    ),
    (
        "adr/more/0004-pt.md",
        ("# ADR 004 - Kafka\n\n## Situação\n\nSubstituída pela [ADR 9](009-x.md) em 10/04/2018\n\n## Contexto\n"),
        ("Kafka", 4, "superseded", "2018-04-10", (), ("009-x.md",)),
    ),
    (
        "adr/more/0005-ja.md",
        (
            "# 5. Kafkaを使う\n"
            "\n"
            "日付: 2024年3月5日\n"
            "\n"
            "## ステータス\n"
            "\n"
            "廃止（[ADR-0009](0009-x.md) により置き換え）\n"
            "\n"
            "## コンテキスト\n"
        ),
        ("Kafkaを使う", 5, "deprecated", "2024-03-05", (), ("0009-x.md",)),
    ),
    (
        "adr/more/0006-cn.md",
        ("# ADR-6：使用 Kafka\n\n- 状态：已被 ADR-0009 取代\n- 日期：2024/3/5\n- 决策者：张三、李四\n\n## 背景\n"),
        ("使用 Kafka", 6, "superseded", "2024-03-05", (), ("ADR-0009",)),
    ),
    (
        "adr/more/0007-sk.md",
        (
            "# ADR-7 Kafka\n"
            "\n"
            "* Stav: nahradené rozhodnutím ADR-9\n"
            "* Dátum: 5. marca 2024\n"
            "\n"
            "## Kontext\n"
            "## Rozhodnutie\n"
        ),
        ("Kafka", 7, "superseded", "2024-03-05", (), ("ADR-9",)),
    ),
    (
        "adr/more/0019-fr.md",
        ("# ADR 19 : Kafka\n\n**Statut :** 🟢 Accepté\n**Date :** 2 janv. 2024\n\n### Contexte\n"),
        ("Kafka", 19, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/more/0020-pl.md",
        ("# ADR-20: Kafka\n\n## Status\n\nZastąpiony przez ADR-21\n\n## Data\n\n2 stycznia 2024\n\n## Kontekst\n"),
        ("Kafka", 20, "superseded", "2024-01-02", (), ("ADR-21",)),
    ),
    (
        "adr/more/0021-hu.md",
        ("# 21. Kafka\n\nÁllapot: Elfogadva\nDátum: 2024. január 2.\n\n## Kontextus\n## Döntés\n"),
        ("Kafka", 21, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/more/0022-fi.md",
        ("# 22. Kafka\n\nTila: Hyväksytty\nPäivämäärä: 2.1.2024\n\n## Tausta\n## Päätös\n"),
        ("Kafka", 22, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/more/0023-tr.md",
        ("# 23. Kafka\n\n**Durum:** Kabul Edildi\n**Tarih:** 2 Ocak 2024\n\n## Bağlam\n## Karar\n"),
        ("Kafka", 23, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/more/0024-uk.md",
        ("# 24. Kafka\n\n**Статус:** Прийнято\n**Дата:** 2 січня 2024\n\n## Контекст\n## Рішення\n"),
        ("Kafka", 24, "accepted", "2024-01-02", (), ()),
    ),
]


@pytest.mark.parametrize(("path", "text", "expected"), RECORDS, ids=[record[0] for record in RECORDS])
def test_a_record_of_this_language_is_read(path: str, text: str, expected: tuple[object, ...]) -> None:
    assert facts_of(path, text) == expected
