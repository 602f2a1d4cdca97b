/** As much of an OpenAPI description as the page about the API shows. */

export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema | false;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  examples?: unknown[];
}

type Content = Record<string, { schema: Schema }>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; description: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface Description {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** An operation with its method and path. */
export interface Route extends Operation {
  method: string;
  path: string;
}

/** The operations with this tag, in the order of the description. */
export function routesOf({ paths }: Description, tag: string): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** What a schema is, in few signs; a piece with `kind` names a message that is described itself. */
export interface Piece {
  text: string;
  kind?: string;
}

const text = (words: string): Piece[] => [{ text: words }];

function between(parts: Piece[][], sign: string): Piece[] {
  return parts.flatMap((part, at) => (at ? [{ text: sign }, ...part] : part));
}

function range({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return "";
  return maximum === undefined ? ` ≥ ${minimum}` : ` ${minimum}–${maximum}`;
}

function listOf(schema: Schema): Piece[] {
  const one = shapeOf(schema);
  return one.length > 1 ? [...text("("), ...one, ...text(")[]")] : [...one, ...text("[]")];
}

/** The schema as it would be written down: `SeatView[]`, `"dealt" | "chosen"`, `integer 1–1000`. */
export function shapeOf(schema: Schema): Piece[] {
  if (schema.$ref) {
    const kind = schema.$ref.split("/").at(-1) ?? "";
    return [{ text: kind, kind }];
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return between(choices.map(shapeOf), " | ");
  if (schema.enum) return text(schema.enum.map((value) => JSON.stringify(value)).join(" | "));
  if (schema.prefixItems) return [...text("["), ...between(schema.prefixItems.map(shapeOf), ", "), ...text("]")];
  if (schema.type === "array") return listOf(schema.items || {});
  if (schema.type === "object" && typeof schema.additionalProperties === "object") {
    return [...text("{ string: "), ...shapeOf(schema.additionalProperties), ...text(" }")];
  }
  const longest = schema.maxLength === undefined ? "" : ` ≤ ${schema.maxLength}`;
  const pattern = schema.pattern === undefined ? "" : ` ${schema.pattern}`;
  return text(`${schema.type ?? "any"}${range(schema)}${longest}${pattern}`);
}

/** The first kind of content that something has, and what it is called. */
export function contentOf(content: Content | undefined): { media: string; schema: Schema } | null {
  const [found] = Object.entries(content ?? {});
  return found ? { media: found[0], schema: found[1].schema } : null;
}
