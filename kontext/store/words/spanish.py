"""Spanish words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "título",
    "status": "estado, estatus, estado actual, estado de la decisión",
    "date": (
        "fecha, fecha de decisión, decidido el, fecha de la decisión, fecha de aceptación, aceptado el, fecha "
        "de aprobación"
    ),
    "created": "creado, creada, creado el, fecha de creación, desde, propuesto el, fecha de propuesta, vigente desde",
    "updated": (
        "actualizado, última actualización, actualizado el, última modificación, fecha de actualización, "
        "última revisión"
    ),
    "authors": "autor, autores, autora, autoras, autor es, escrito por, propuesto por, elaborado por",
    "deciders": (
        "decisores, decisor, decidido por, responsable, responsables, tomadores de decisión, aprobado por, "
        "decide, deciden"
    ),
    "supersedes": "reemplaza, reemplaza a, sustituye, sustituye a, supersede a",
    "superseded_by": (
        "reemplazado por, reemplazada por, sustituido por, sustituida por, superado por, obsoleto por, "
        "supersedido por"
    ),
    "tags": "etiquetas, palabras clave, categoría, categorías, tema, temas, área, áreas",
    "paths": "alcance, rutas",
    "number": "número",
    "summary": "resumen, descripción",
    "other": (
        "consultados, informados, participantes, relacionado con, relacionados, versión, enlaces, "
        "contribuyentes, impacto"
    ),
}
STATUSES = {
    "accepted": (
        "aceptado, aceptada, aprobado, aprobada, adoptado, adoptada, vigente, activo, activa, implementado, "
        "implementada, decidido, decidida, hecho, completado, completada, confirmado, acordado, en vigor, "
        "cerrado"
    ),
    "proposed": (
        "propuesto, propuesta, borrador, pendiente, en discusión, en revisión, abierto, abierta, en progreso, "
        "planificado, en curso, en evaluación, en proceso"
    ),
    "superseded": (
        "reemplazado, reemplazada, sustituido, sustituida, reemplazado por, superado, superada, supersedido, "
        "supersedida"
    ),
    "deprecated": (
        "obsoleto, obsoleta, deprecado, deprecada, desaprobado, en desuso, archivado, retirado, caducado, "
        "deprecated, histórico"
    ),
    "rejected": (
        "rechazado, rechazada, descartado, descartada, abandonado, abandonada, cancelado, cancelada, "
        "denegado, desestimado, retirada"
    ),
}
SECTIONS = {
    "context": (
        "contexto, contexto y problema, contexto y planteamiento del problema, planteamiento del problema, "
        "problema, motivación, antecedentes, introducción, justificación, objetivo, necesidad, descripción "
        "del problema, situación actual"
    ),
    "decision": (
        "decisión, decisiones, resultado de la decisión, solución, solución propuesta, propuesta, decisión "
        "tomada, resolución, opción elegida, resultado, conclusión, decisión histórica, decisión final"
    ),
    "consequences": (
        "consecuencias, consecuencia, impacto, impactos, consecuencias positivas, consecuencias negativas, "
        "riesgos, ventajas, desventajas, implicaciones, beneficios"
    ),
    "options": (
        "opciones consideradas, alternativas, alternativas consideradas, opciones, alternativas evaluadas, "
        "alternativas descartadas, factores de decisión, criterios de decisión, opciones evaluadas"
    ),
    "status": "estado, estatus, estado actual",
    "log": "historial, historial de cambios, historial de estados, registro de cambios, bitácora, revisiones",
    "meta": "metadatos, información, información general, datos",
    "links": "enlaces, referencias, decisiones relacionadas, relacionado, adr relacionados",
}
LINKS = {
    "supersedes": "reemplaza, reemplaza a, reemplaza al, sustituye, sustituye a, sustituye al, supersede a",
    "superseded_by": (
        "reemplazado por, reemplazada por, sustituido por, sustituida por, superado por, superada por, "
        "supersedido por, supersedida por, reemplazado en, deprecado por, obsoleto por"
    ),
}
NEGATIONS = "no"
NOTHING = "ninguno, ninguna, nada, no aplica, no, por definir, sin definir"
TEMPLATES = "plantilla, plantillas, ejemplo, modelo"
DECISION = "decisión"
PARTLY = "parcialmente"
FOLDERS = (
    "decisiones, decisiones de arquitectura, decisiones arquitectura, decisiones técnicas, decisiones "
    "arquitectónicas, registro de decisiones"
)
MONTHS = (
    "enero/ene, febrero, marzo, abril/abr, mayo, junio, julio, agosto/ago, septiembre/setiembre, octubre, "
    "noviembre, diciembre/dic"
)
