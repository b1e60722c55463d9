"""A plugin of pytest for the TCK of A2A: lets it be imported where gRPC is not installed.

Planwright speaks no gRPC, its card names none, and the TCK skips what it cannot reach. Its modules import the libraries all the same.
"""

import sys
from unittest.mock import MagicMock

for _name in (
    "grpc",
    "google",
    "google.protobuf",
    "google.protobuf.descriptor",
    "google.protobuf.empty_pb2",
    "google.protobuf.json_format",
    "google.protobuf.struct_pb2",
    "google.protobuf.timestamp_pb2",
    "google.rpc",
    "google.rpc.error_details_pb2",
    "google.rpc.status_pb2",
    "specification.generated",
    "specification.generated.a2a_pb2",
    "specification.generated.a2a_pb2_grpc",
):
    sys.modules[_name] = MagicMock()
