"""The shape of a message, and examples of it, made from its type: what programs elsewhere depend
on, and nothing else. Names of classes and what is said of them in words are left out."""

import json
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as seen

T = TypeVar("T")

PROSE = ("title", "description")
UNORDERED = ("anyOf", "required", "enum")
"""Lists of JSON Schema whose order means nothing."""


def shape_of(kind: Any) -> Any:
    """A type as JSON Schema, with its parts in their places instead of by their names."""
    (shape,), parts = msgspec.json.schema_components([kind])
    return _inlined(shape, parts)


def _inlined(shape: Any, parts: dict[str, Any]) -> Any:
    if isinstance(shape, list):
        return [_inlined(one, parts) for one in shape]
    if not isinstance(shape, dict):
        return shape
    if "$ref" in shape:
        return _inlined(parts[shape["$ref"].rpartition("/")[2]], parts)
    # Properties are by their names, of which one may be "title".
    if "properties" in shape:
        named = {name: _inlined(one, parts) for name, one in shape["properties"].items()}
        shape = {**shape, "properties": None}
    else:
        named = None
    kept = {
        key: _inlined(value, parts)
        for key, value in shape.items()
        # A discriminator names classes; what tells its types apart is in each of them.
        if key not in (*PROSE, "discriminator")
    }
    for key in UNORDERED:
        if isinstance(kept.get(key), list):
            kept[key] = sorted(kept[key], key=lambda one: json.dumps(one, sort_keys=True))
    return kept if named is None else {**kept, "properties": named}


def full(kind: type[T]) -> T:
    """An example with something in each of its fields, other than what they are by default."""
    return msgspec.convert(_full(seen.type_info(kind), "", msgspec.NODEFAULT), kind)


def least(kind: type[T]) -> T:
    """An example with as little as there can be."""
    return msgspec.convert(_least(seen.type_info(kind), ""), kind)


def _full(kind: seen.Type, name: str, default: Any) -> Any:
    """A value of this type for a field of this name."""
    match kind:
        case seen.StructType():
            fields = ((one.encode_name, one.type, one.default) for one in kind.fields)
            made = {key: _full(part, key, usual) for key, part, usual in fields}
            value: Any = _tagged(kind, made)
        case seen.UnionType():
            value = _full(_members(kind)[0], name, default)
        case seen.ListType(item_type=item):
            value = [_full(one, name, msgspec.NODEFAULT) for one in _members(item)]
        case seen.TupleType(item_types=items):
            value = [place + 2 for place, _ in enumerate(items)]
        case seen.DictType(value_type=item):
            value = {f"key of {name}": _full(item, name, msgspec.NODEFAULT)}
        case seen.LiteralType(values=values):
            value = next(one for one in sorted(values, key=str) if one != default)
        case seen.BoolType():
            value = default is not True
        case seen.IntType():
            value = 7
        case seen.FloatType():
            value = 1.5
        case seen.StrType(pattern=None):
            value = (name or "text")[: kind.max_length]
        case seen.StrType():
            # All patterns are of hex digits, which have one length.
            value = "0" * (kind.max_length or 0)
        case _:
            raise TypeError(f"no example of {kind} is known")
    return value


def _least(kind: seen.Type, name: str) -> Any:
    if isinstance(kind, seen.StructType):
        some = [one for one in kind.fields if one.required]
        return _tagged(kind, {one.encode_name: _least(one.type, one.encode_name) for one in some})
    if isinstance(kind, seen.UnionType):
        empty = any(isinstance(one, seen.NoneType) for one in kind.types)
        return None if empty else _least(_members(kind)[0], name)
    if isinstance(kind, seen.ListType):
        return [_least(kind.item_type, name)] * (kind.min_length or 0)
    if isinstance(kind, seen.DictType):
        return {}
    return _full(kind, name, msgspec.NODEFAULT)


def _tagged(kind: seen.StructType, fields: dict[str, Any]) -> dict[str, Any]:
    return {kind.tag_field: kind.tag, **fields} if kind.tag_field else fields


def _members(kind: seen.Type) -> list[seen.Type]:
    """What it can be, beside None; messages by their tags."""
    if not isinstance(kind, seen.UnionType):
        return [kind]
    some = [one for one in kind.types if not isinstance(one, seen.NoneType)]
    return sorted(some, key=lambda one: str(getattr(one, "tag", "")))
