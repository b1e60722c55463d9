/** OpenAPI documents as tools: names, schemas, effects, addresses, and documents of any content. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedOpenApi, readOpenApi } from "../../../src/catalog/openapi/openapi-document.ts";
import { toolDefinition } from "../../../src/catalog/tool-definition.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { violations } from "../../../src/schema/validator.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { petStore } from "./pet-store.ts";

function read(document: Json, options = {}): ParsedOpenApi & { readonly ok: true } {
  const parsed = readOpenApi(document, options);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed;
}

function tool(name: string) {
  const found = read(petStore).tools.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Expected the tool ${name}`);
  return found;
}

function withPaths(paths: Json, more: object = {}): JsonObject {
  return { openapi: "3.1.0", servers: [{ url: "https://a.example" }], paths, ...more } as JsonObject;
}

describe("readOpenApi", () => {
  it("[N845] is read in time proportional to its texts", () => {
    const many = 100_000;
    const begun = processorMs();
    const [found] = read(withPaths({ "/a": { get: { operationId: `a${"_".repeat(many)}b` } } })).tools;
    expect(found?.name).toHaveLength(120);
    const address = `https://a.example/${"/".repeat(many)}x`;
    expect(read(withPaths({ "/a": { get: {} } }, { servers: [{ url: `${address}//` }] })).baseUrl).toBe(address);
    expect(processorMs() - begun).toBeLessThan(1_000);
  });

  it("[N435] makes a tool of each operation, named by its id or else by method and path, and says what is none", () => {
    const { baseUrl, dropped, tools, version } = read(petStore);
    expect(tools.map(({ name }) => name)).toEqual([
      "listPets",
      "add_pet",
      "get_pets_pet_id",
      "add_pet_2",
      "delete_pets_pet_id",
    ]);
    expect({ baseUrl, version }).toEqual({ baseUrl: "https://eu.pets.example.com/v1", version: "3.0.3" });
    expect(dropped).toEqual([{ name: "patch_pets_pet_id", reason: "required a body of JSON, of a form or of text" }]);
    expect(read(petStore, { operations: ["listPets"] }).tools.map(({ name }) => name)).toEqual(["listPets"]);
  });

  it("[N849] calls an operation at the server that it, or its path, has for itself, and says what is not sent there", () => {
    const elsewhere = { servers: [{ url: "https://{area}.a.example/v2/", variables: { area: { default: "up" } } }] };
    const same = { servers: [{ url: "https://a.example/" }, { url: "https://b.example" }] };
    const near = { servers: [{ url: "https://a.example/v2" }] };
    const paths = {
      "/a": { get: same, put: elsewhere },
      "/b": { ...elsewhere, get: near, put: {} },
      "/c": { get: { servers: [] } },
    };
    const { dropped, tools } = read(withPaths(paths));
    expect(tools.map(({ name, operation }) => [name, operation?.server])).toEqual([
      ["get_a", undefined],
      ["put_a", "https://up.a.example/v2"],
      ["get_b", "https://a.example/v2"],
      ["put_b", "https://up.a.example/v2"],
      ["get_c", undefined],
    ]);
    const reason =
      "registered, but it is called at https://up.a.example/v2, where the credential of this server is not sent";
    expect(dropped).toEqual(["put_a", "put_b"].map((name) => ({ name, reason })));
  });

  it("[N849] leaves out an operation whose own server cannot be meant or reached, and says why", () => {
    const at = (url: string) => withPaths({ "/a": { get: {}, put: { servers: [{ url }] } } });
    const reasonOf = (url: string, options: object) => read(at(url), options).dropped[0]?.reason;
    expect(reasonOf("/v2", {})).toMatch(/its own server: required an absolute address, found \/v2/);
    expect(reasonOf("/v2", { readFrom: "https://a.example/docs/openapi.json" })).toBeUndefined();
    expect(reasonOf("https://{x}.example", {})).toMatch(/required an absolute address/);
    expect(reasonOf("https://b.example", { baseUrl: "https://test.example" })).toMatch(/required none beside baseUrl/);
    expect(reasonOf("https://a.example", { baseUrl: "https://test.example" })).toBeUndefined();
    const egress = { allowHttp: false, allowPrivate: false };
    expect(reasonOf("http://b.example", { egress })).toMatch(/required the scheme https:/);
    expect(reasonOf("https://127.0.0.1", { egress })).toMatch(/required a public address/);
    expect(reasonOf(`https://b.example/${"x".repeat(3_000)}`, { egress })).toMatch(/at most 2048 characters/);
  });

  it("[N850] sends no credential to an operation that demands none, and says which demand another", () => {
    const components = {
      securitySchemes: { key: { type: "http", scheme: "bearer" }, other: { type: "http", scheme: "basic" } },
    };
    const demanding = (security: Json) => ({ get: { security } });
    const paths = {
      "/none": demanding([]),
      "/nobody": demanding([{}]),
      "/maybe": demanding([{}, { key: [] }]),
      "/key": demanding([{ other: [] }, { key: [] }]),
      "/other": demanding([{ other: [] }]),
      "/all": { get: {} },
    };
    const { dropped, tools } = read(withPaths(paths, { components, security: [{ key: [] }] }));
    const open = tools.flatMap(({ name, operation }) => (operation?.isOpen === true ? [name] : []));
    expect(open).toEqual(["get_none", "get_nobody"]);
    expect(dropped).toEqual([
      { name: "get_other", reason: "registered, but it demands the security scheme other, and the secret is for key" },
    ]);
  });

  it("[N435] types arguments by parameters and body, and the output by the answer of success", () => {
    const { inputSchema, operation, outputSchema } = tool("listPets");
    expect(inputSchema).toEqual({
      type: "object",
      properties: {
        trace: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        filter: { type: "object", additionalProperties: { type: "string" } },
        limit: { type: "integer", minimum: 0, exclusiveMinimum: 0 },
      },
      required: ["limit"],
      additionalProperties: false,
    });
    expect(outputSchema).toMatchObject({ type: "array", items: { $ref: "#/$defs/Pet" } });
    expect(operation).toMatchObject({
      method: "GET",
      path: "/pets",
      parameters: [{ in: "header" }, { style: "form", explode: true }, { style: "deepObject" }, {}],
    });
    const added = tool("add_pet");
    expect(added.inputSchema).toMatchObject({ required: ["body"], properties: { body: { $ref: "#/$defs/Pet" } } });
    // What only the server gives is no part of the input, and what only the caller gives none of the output.
    expect(violations(added.inputSchema, { body: { name: null, parent: { name: "a" } } })).toEqual([]);
    expect(violations(added.inputSchema, { body: {} })).toHaveLength(1);
    expect(JSON.stringify(added.inputSchema)).not.toMatch(/"id"|x-order|example/);
    expect(JSON.stringify(added.outputSchema)).not.toContain("secret");
    expect(violations(added.outputSchema as JsonObject, { id: "1", name: "a", parent: { id: "2" } })).toHaveLength(1);
    expect(tool("delete_pets_pet_id").outputSchema).toBeNull();
  });

  it("[N435] takes the effect of an operation from its method, unless somebody says otherwise", () => {
    const server = { name: "pets", url: "", bearerSecret: null, trusted: true, outputValidation: "WARN" } as const;
    const classes = (options = {}) =>
      Object.fromEntries(
        read(petStore, options).tools.map((one) => {
          const { callable } = toolDefinition(one, server);
          return [
            one.name,
            callable.declaredDestructive ? `${callable.effectClass} destructive` : callable.effectClass,
          ];
        }),
      );
    expect(classes()).toEqual({
      listPets: "READ_ONLY",
      add_pet: "UNSAFE",
      get_pets_pet_id: "READ_ONLY",
      add_pet_2: "IDEMPOTENT",
      delete_pets_pet_id: "IDEMPOTENT destructive",
    });
    const effects = new Map([
      ["add_pet", "KEYED" as const],
      ["listPets", "UNSAFE" as const],
    ]);
    expect(classes({ effects })).toMatchObject({ add_pet: "KEYED", listPets: "UNSAFE" });
  });

  it("[N435] tells where the secret goes from the security scheme", () => {
    expect(read(petStore).credential).toEqual({ in: "header", name: "X-Key" });
    expect(read(petStore, { securityScheme: "basic" }).credential).toMatchObject({ scheme: "Basic" });
    expect(read(petStore, { securityScheme: "token" }).credential).toEqual({ in: "query", name: "token" });
    expect(read(withPaths({ "/a": { get: {} } })).credential).toMatchObject({
      name: "authorization",
      scheme: "Bearer",
    });
  });

  it("[N435] refuses what it cannot read, with what to do", () => {
    const cases: readonly (readonly [RegExp, Json, object?])[] = [
      [/required an object/, "openapi"],
      [/found swagger 2\.0\. Convert it/, { swagger: "2.0" }],
      [/found 4\.0\.0/, { openapi: "4.0.0" }],
      [/required an absolute one in servers or as baseUrl, found \/v1/, { ...petStore, servers: [{ url: "/v1" }] }],
      [/found none/, { ...petStore, servers: [] }],
      [/required one of the document; nearest: listPets/, petStore, { operations: ["listPet"] }],
      [/Cannot use the operation "x"/, petStore, { effects: new Map([["x", "KEYED"]]) }],
      [/security scheme "none".*found key, basic, token/, petStore, { securityScheme: "none" }],
      [/an operation that can be called, found none/, withPaths({})],
      [
        /required at most 300\. Choose some with operations/,
        withPaths(Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`/p${at}`, { get: {} }]))),
      ],
      [/required at most 8388608 bytes/, withPaths({ "/a": { get: { description: "x".repeat(10_000_000) } } })],
    ];
    for (const [message, document, options] of cases) {
      const parsed = readOpenApi(document, options as never);
      expect(parsed.ok ? "tools" : parsed.message).toMatch(message);
    }
    expect(
      read(withPaths({ "/a": { get: {} } }, { servers: [{ url: "/v2" }] }), {
        readFrom: "https://b.example/docs/openapi.json",
      }).baseUrl,
    ).toBe("https://b.example/v2");
  });

  it("[N435] cuts schemas that are too large and ends where references do not", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [
        `S${at}`,
        {
          type: "object",
          properties: {
            next: { $ref: `#/components/schemas/S${(at + 1) % 3_000}` },
            self: { $ref: `#/components/schemas/S${at}` },
          },
        },
      ]),
    );
    const paths = {
      "/a": {
        get: {
          responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/S0" } } } } },
        },
      },
    };
    const { dropped, tools } = read(withPaths(paths, { components: { schemas } }));
    expect(JSON.stringify(tools).length).toBeLessThan(100_000);
    expect(tools[0]?.outputSchema).not.toBeNull();
    expect(dropped[0]?.reason).toMatch(/registered, but its schemas are cut/);
    const endless = { a: { $ref: "#/components/schemas/b" }, b: { $ref: "#/components/schemas/a" } };
    const loop = {
      "/a": {
        get: {
          parameters: [{ $ref: "#/components/parameters/p" }],
          responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/a" } } } } },
        },
      },
    };
    const parsed = read(
      withPaths(loop, { components: { schemas: endless, parameters: { p: { $ref: "#/components/parameters/p" } } } }),
    );
    expect(parsed.tools[0]).toMatchObject({ outputSchema: null });
  });

  it("[N435] never throws, whatever stands in the place of a part, and gives the same tools again", () => {
    const part = fc.constantFrom<Json>(
      null,
      1,
      "x",
      [],
      {},
      [null],
      { $ref: "#" },
      { $ref: "#/paths" },
      { schema: 1 },
      { type: ["x"], properties: [1], enum: [] },
    );
    const places = allPlaces(petStore);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...places), part), { minLength: 1, maxLength: 3 }), (changes) => {
        const document = structuredClone(petStore) as JsonObject;
        // A part of its own each time, into which a later change may put another.
        for (const [place, value] of changes) put(document, place, structuredClone(value));
        expect(readOpenApi(document)).toEqual(readOpenApi(structuredClone(document)));
      }),
      { numRuns: 80 },
    );
  });
});

/** What servers of others write into their documents. */
describe("documents of the wild", () => {
  const one = (operation: Json, more: object = {}, path = "/a") => read(withPaths({ [path]: operation }, more));
  const json = (schema: Json) => ({ content: { "application/json": { schema } } });
  const answered = (schema: Json, more: object = {}) =>
    one({ get: { responses: { 200: json(schema) } } }, more).tools[0];

  it("[N812] name operations of one id in the time of one pass", () => {
    const item = Object.fromEntries(["get", "put", "post", "delete"].map((method) => [method, { operationId: "a" }]));
    const document = withPaths(Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`/p${at}`, item])));
    const began = processorMs();
    expect(readOpenApi(document)).toMatchObject({ ok: false, member: "operations" });
    expect(processorMs() - began).toBeLessThan(3_000);
  });

  it("[N812] offer no body that would not be sent, and no operation without one that it demands", () => {
    const optional = one({ get: { requestBody: json({ type: "object" }) } });
    expect(optional.tools[0]?.inputSchema).toMatchObject({ properties: {} });
    expect(optional.dropped).toEqual([
      { name: "get_a", reason: "registered, but its body is left out, because a GET is sent without one" },
    ]);
    const { dropped } = one({ get: { requestBody: { required: true, ...json({}) } }, post: {} });
    expect(dropped).toEqual([
      { name: "get_a", reason: "required a method that is sent with a body, found GET with one that is required" },
    ]);
  });

  it("[N812] have a parameter for each place of a path, and none that the path has no place for", () => {
    const parameters = [{ name: "pet_id", in: "path", required: true, schema: { type: "string" } }];
    const { dropped, tools } = read(
      withPaths({ "/pets/{petId}": { get: { parameters } }, "/pets": { put: { parameters } } }),
    );
    expect(dropped).toEqual([
      { name: "get_pets_petId", reason: 'required a parameter for each place of the path, found none for "petId"' },
      { name: "put_pets", reason: "registered, but the parameter pet_id is left out" },
    ]);
    expect(tools.map(({ inputSchema }) => inputSchema.properties)).toEqual([{}]);
  });

  it("[N812] make no schema narrower where a part of it cannot be read", () => {
    const elsewhere = [{ $ref: "other.yaml#/A" }, { $ref: "other.yaml#/B" }];
    for (const schema of [
      { oneOf: elsewhere },
      { not: elsewhere[0] },
      { items: { not: { patternProperties: {} } } },
      { not: { type: "file" } },
    ] as Json[])
      expect(violations(answered(schema)?.outputSchema ?? {}, [{ x: 1 }])).toEqual([]);
    // One that is read whole stays as narrow as it was.
    expect(violations(answered({ not: { type: "string" } })?.outputSchema ?? {}, "a")).toHaveLength(1);
  });

  it("[N812] do not ask for what the server gives, wherever that is said", () => {
    const schemas = {
      Id: { type: "string", readOnly: true },
      Base: { type: "object", properties: { id: { type: "string", readOnly: true } } },
      Pet: { allOf: [{ $ref: "#/components/schemas/Base" }, { required: ["id", "name"] }] },
      Bird: { type: "object", required: ["id"], properties: { id: { $ref: "#/components/schemas/Id" } } },
    };
    for (const name of ["Pet", "Bird"]) {
      const body = { required: true, ...json({ $ref: `#/components/schemas/${name}` }) };
      const [tool] = one({ post: { requestBody: body } }, { components: { schemas } }).tools;
      expect(violations(tool?.inputSchema ?? {}, { body: { name: "Rex" } }), name).toEqual([]);
    }
  });

  it("[N812] are sent as JSON where they take it, and never as a type of every subtype", () => {
    const typeOf = (...types: readonly string[]) =>
      one({ post: { requestBody: { content: Object.fromEntries(types.map((type) => [type, {}])) } } }).tools[0]
        ?.operation;
    const body = (contentType: string) => ({ body: { contentType } });
    expect(typeOf("application/json-patch+json", "application/json", "text/json")).toMatchObject(
      body("application/json"),
    );
    expect(typeOf("application/*+json")).toMatchObject(body("application/json"));
    expect(typeOf("application/vnd.api+json")).toMatchObject(body("application/vnd.api+json"));
    expect(typeOf("text/*")).toMatchObject(body("text/plain"));
  });

  it("[N812] send no file as a text", () => {
    const form = (required: readonly string[]) => ({
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required,
            properties: { note: { type: "string" }, file: { type: "string", format: "binary" } },
          },
        },
      },
    });
    const { dropped, tools } = one({ post: { requestBody: form(["file"]) }, put: { requestBody: form(["note"]) } });
    expect(dropped).toEqual([
      { name: "post_a", reason: "required a body of JSON, of a form or of text" },
      { name: "put_a", reason: "registered, but file of its body is left out, because it is a file" },
    ]);
    expect(tools[0]?.inputSchema.properties).toEqual({
      body: { type: "object", required: ["note"], properties: { note: { type: "string" } } },
    });
  });

  it.each<[beside: string, schema: JsonObject, value: Json]>([
    ["a type", { type: "string" }, "a"],
    ["listed values", { type: "string", enum: ["a"] }, "a"],
    ["alternatives", { anyOf: [{ type: "string" }, { $ref: "#/components/schemas/Owner" }] }, { id: "1" }],
    ["a part", { allOf: [{ $ref: "#/components/schemas/Owner" }] }, { id: "1" }],
    ["a reference", { $ref: "#/components/schemas/Owner" }, { id: "1" }],
  ])("[N844] take null where OpenAPI 3.0 says nullable beside %s", (_, schema, value) => {
    const owner = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
    const content = {
      "application/json": { schema: { type: "object", properties: { a: { ...schema, nullable: true } } } },
    };
    const responses = { 200: { content } };
    const paths = { "/a": { post: { requestBody: { content }, responses } } };
    const document = { ...withPaths(paths), openapi: "3.0.3", components: { schemas: { Owner: owner } } };
    const [found] = read(document).tools;
    for (const given of [null, value]) {
      expect(violations(found?.outputSchema as JsonObject, { a: given })).toEqual([]);
      expect(violations(found?.inputSchema as JsonObject, { body: { a: given } })).toEqual([]);
    }
    expect(violations(found?.outputSchema as JsonObject, { a: 7 })).not.toEqual([]);
  });

  it("[N812] are listed with as many findings as fit into the row of a server", () => {
    const parameters = Array.from({ length: 2_000 }, (_, at) => ({ name: `x${at}`, in: "header", style: "form" }));
    const { dropped } = one({ get: { parameters } });
    expect(dropped).toHaveLength(501);
    expect(dropped.at(-1)).toEqual({ name: "(further tools)", reason: "1500 further findings are not listed" });
  });
});

function allPlaces(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, member]) => allPlaces(member as Json, [...path, name])),
  ].filter((one) => one.length > 0);
}

function put(document: JsonObject, path: readonly string[], value: Json): void {
  let at: unknown = document;
  for (const name of path.slice(0, -1)) at = typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined;
  if (typeof at === "object" && at !== null) Reflect.set(at, path.at(-1) ?? "", value);
}
