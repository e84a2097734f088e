"""Portuguese words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "título",
    "status": "situação, estado, estado atual, status atual, status da decisão",
    "date": (
        "data, data da decisão, decidido em, data de decisão, data de aprovação, data de aceitação, aprovado "
        "em, aceito em"
    ),
    "created": "criado em, criada em, criado, data de criação, desde, proposto em, data da proposta, vigente desde",
    "updated": (
        "atualizado em, última atualização, atualizado, modificado em, data de atualização, última revisão, "
        "última modificação"
    ),
    "authors": "autor, autores, autora, autoras, autor es, escrito por, proposto por, elaborado por",
    "deciders": (
        "decisores, decisor, decidido por, responsável, responsáveis, tomadores de decisão, aprovado por, "
        "aprovadores, envolvidos"
    ),
    "supersedes": "substitui, substitui a, substitui o, supera",
    "superseded_by": (
        "substituído por, substituída por, substituido por, substituída pela, substituído pelo, substituído "
        "pela, superado por, superada por, obsoleto por"
    ),
    "tags": "etiquetas, palavras-chave, categoria, categorias, tema, temas, área",
    "paths": "escopo, caminhos, âmbito",
    "number": "número",
    "summary": "resumo, descrição",
    "other": (
        "consultados, informados, participantes, relacionado a, relacionados, versão, impacto, prioridade, "
        "contribuidores"
    ),
}
STATUSES = {
    "accepted": (
        "aceito, aceita, aceite, aprovado, aprovada, adotado, adotada, ativo, ativa, implementado, "
        "implementada, decidido, decidida, concluído, concluída, vigente, em vigor, confirmado, finalizado, "
        "finalizada, definido"
    ),
    "proposed": (
        "proposto, proposta, rascunho, pendente, em discussão, em revisão, aberto, aberta, em andamento, "
        "planejado, em análise, em avaliação, em progresso, planeado, em elaboração"
    ),
    "superseded": "substituído, substituída, substituido, superado, superada, supersedido, supersedida",
    "deprecated": (
        "obsoleto, obsoleta, depreciado, depreciada, descontinuado, descontinuada, em desuso, arquivado, "
        "preterido, preterida"
    ),
    "rejected": (
        "rejeitado, rejeitada, recusado, recusada, descartado, descartada, abandonado, abandonada, cancelado, "
        "cancelada, revogado, revogada"
    ),
}
SECTIONS = {
    "context": (
        "contexto, contexto e problema, contexto e declaração do problema, problema, motivação, introdução, "
        "justificativa, objetivo, declaração do problema, definição do problema, contexto e enunciado do "
        "problema, antecedentes, necessidade"
    ),
    "decision": (
        "decisão, decisões, resultado da decisão, solução, solução proposta, proposta, decisão tomada, "
        "resultado, opção escolhida, conclusão, resolução, decisão final"
    ),
    "consequences": (
        "consequências, consequência, impacto, impactos, consequências positivas, consequências negativas, "
        "riscos, vantagens, desvantagens, implicações, benefícios"
    ),
    "options": (
        "opções consideradas, alternativas, alternativas consideradas, opções, alternativas avaliadas, "
        "alternativas descartadas, direcionadores da decisão, critérios de decisão, fatores de decisão, "
        "alternativas rejeitadas"
    ),
    "status": "situação, estado",
    "log": (
        "histórico, histórico de mudanças, histórico de alterações, registro de alterações, histórico de "
        "status"
    ),
    "meta": "metadados, informações, informações gerais",
    "links": "ligações, referências, decisões relacionadas, relacionados, adrs relacionadas, adrs relacionados",
}
LINKS = {
    "supersedes": "substitui, substitui a, substitui o",
    "superseded_by": (
        "substituído por, substituída por, substituído pelo, substituído pela, substituída pela, substituída "
        "pelo, superado por, superada por, superado pelo, superada pela"
    ),
}
NEGATIONS = "não"
NOTHING = "nenhum, nenhuma, nada, não se aplica, não, a definir"
TEMPLATES = "modelo, exemplo, gabarito"
DECISION = "decisão"
PARTLY = "parcialmente, parcial"
FOLDERS = (
    "decisões, decisões de arquitetura, decisões arquiteturais, decisões arquitetura, decisões técnicas, "
    "registro de decisões"
)
MONTHS = (
    "janeiro, fevereiro/fev, março, abril/abr, maio, junho, julho, agosto, setembro/set, outubro/out, "
    "novembro, dezembro/dez"
)
