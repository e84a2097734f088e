"""Judged cases in, Hit@k and MRR out.

Owns the case formats, the matching of answers and the metrics. Must not know how a search works: it asks the same
service as every command, so that what is measured is what users get.
"""

from __future__ import annotations

from kontext.evaluation.cases import Case, load_cases
from kontext.evaluation.metrics import Metrics, metrics_of
from kontext.evaluation.run import Judged, Report, evaluate

__all__ = ["Case", "Judged", "Metrics", "Report", "evaluate", "load_cases", "metrics_of"]
