"""Starts executions of Planwright and follows them without loss."""

from .client import Planwright
from .errors import GraphQLError, PlanwrightError, Refused, TransportError

__all__ = ["GraphQLError", "Planwright", "PlanwrightError", "Refused", "TransportError"]
