"""French words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "titre",
    "status": "statut, état, etat, statut actuel",
    "date": "date de décision, décidé le, date de la décision, date d'acceptation, accepté le, adopté le",
    "created": "créé le, date de création, depuis, proposé le, création, rédigé le",
    "updated": "mis à jour, mise à jour, mis à jour le, dernière mise à jour, modifié le, dernière modification",
    "authors": "auteur, auteurs, auteur.e.s, auteurs.rices, autrice, rédacteur, rédacteurs, rédigé par, proposé par",
    "deciders": "décideur, décideurs, décideuses, décidé par, responsable, responsables, validé par, approuvé par",
    "supersedes": "remplace, annule et remplace",
    "superseded_by": "remplacé par, remplacée par, remplacé, supplanté par, obsolète par",
    "tags": "étiquettes, mots-clés, catégorie, catégories, thème, thèmes",
    "paths": "portée, périmètre",
    "number": "numéro",
    "summary": "résumé",
    "other": "consultés, informés, participants, prs, liens, relatif à, complète, modifie, version",
}
STATUSES = {
    "accepted": (
        "accepté, acceptée, approuvé, approuvée, adopté, adoptée, validé, validée, décidé, décidée, actif, "
        "active, implémenté, implémentée, en vigueur, mis en œuvre, terminé, acté, actée, appliqué, en place"
    ),
    "proposed": (
        "proposé, proposée, proposition, brouillon, en cours, en discussion, en attente, à valider, ouvert, "
        "en cours de discussion, en revue, à discuter, prévu, planifié, en cours de validation, ébauche"
    ),
    "superseded": "remplacé, remplacée, remplacé par, supplanté, supplantée, caduc, caduque",
    "deprecated": "déprécié, dépréciée, obsolète, abandonné à terme, archivé, périmé, n'est plus valide",
    "rejected": (
        "rejeté, rejetée, refusé, refusée, abandonné, abandonnée, annulé, annulée, non retenu, non retenue, "
        "décliné"
    ),
}
SECTIONS = {
    "context": (
        "contexte, contexte et problématique, contexte et définition du problème, problématique, problème, "
        "motivation, contexte et problème, énoncé du problème, définition du problème, objectif, besoin, "
        "justification, enjeux"
    ),
    "decision": (
        "décision, décisions, résultat de la décision, solution, solution retenue, décision retenue, choix, "
        "proposition, conclusion, option retenue, résultat"
    ),
    "consequences": (
        "conséquences, conséquence, impacts, conséquences positives, conséquences négatives, risques, "
        "avantages, inconvénients, effets"
    ),
    "options": (
        "options envisagées, options considérées, alternatives, alternatives envisagées, solutions "
        "envisagées, facteurs de décision, options, alternatives considérées, options étudiées, critères de "
        "décision"
    ),
    "status": "statut, état",
    "log": "historique, historique des statuts, suivi, historique des modifications",
    "meta": "métadonnées, informations",
    "links": "liens, références, décisions liées, voir aussi",
}
LINKS = {
    "supersedes": "remplace, annule et remplace",
    "superseded_by": (
        "remplacé par, remplacée par, remplacé e par, supplanté par, supplantée par, rendu obsolète par, est "
        "remplacé par"
    ),
}
NEGATIONS = "non, pas"
NOTHING = "aucun, aucune, rien, néant, sans objet, non"
TEMPLATES = "modèle, gabarit, exemple, patron"
DECISION = "décision"
PARTLY = "partiellement, en partie"
FOLDERS = (
    "décisions, décisions d'architecture, décisions architecture, décisions techniques, décisions "
    "architecturales"
)
MONTHS = (
    "janvier/janv, février/fevrier/févr, mars, avril/avr, mai, juin, juillet/juil, août/aout, septembre, "
    "octobre, novembre, décembre/déc"
)
