"""Bodies of requests, read as messages of a socket are: strictly, and in one step."""

from typing import Any, ClassVar

import msgspec
from litestar.dto import AbstractDTO
from litestar.openapi.spec import Reference, Schema
from litestar.typing import FieldDefinition

from rowlock.server.messages.reading import read_json


class Sent(AbstractDTO[Any]):
    """A body in JSON. The framework's own way takes `"1"` for 1, and words for truth."""

    _readers: ClassVar[dict[str, msgspec.json.Decoder[Any]]] = {}

    def decode_bytes(self, value: bytes) -> Any:
        """What was sent; refused if it is not what the handler takes."""
        return read_json(self._readers[self.asgi_connection.route_handler.handler_id], value)

    # The framework names all arguments of both, so none can be left out.
    @classmethod
    def create_for_field_definition(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,
        backend_cls: object = None,  # noqa: ARG003  # Litestar gives it
    ) -> None:
        """Be ready for the bodies of a handler."""
        cls._readers[handler_id] = msgspec.json.Decoder(field_definition.annotation)

    @classmethod
    def create_openapi_schema(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,  # noqa: ARG003  # Litestar gives it
        schema_creator: Any,
    ) -> Reference | Schema:
        """The body as it is described."""
        described: Reference | Schema = schema_creator.for_field_definition(field_definition)
        return described
