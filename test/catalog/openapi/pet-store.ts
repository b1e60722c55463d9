/** A document in the manner of the pet store of the OpenAPI initiative, with the awkward parts that real documents have. */
import type { JsonObject } from "../../../src/json/json.ts";

export const petStore: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Pet store", version: "1.0.0" },
  servers: [{ url: "https://{region}.pets.example.com/v1/", variables: { region: { default: "eu" } } }],
  security: [{ key: [] }],
  paths: {
    "/pets": {
      parameters: [{ name: "trace", in: "header", schema: { type: "string" } }],
      get: {
        operationId: "listPets",
        summary: "Lists pets",
        parameters: [
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            schema: { type: "object", additionalProperties: { type: "string" } },
          },
          { $ref: "#/components/parameters/limit" },
        ],
        responses: {
          200: {
            description: "Pets",
            content: { "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } } } },
          },
        },
      },
      post: {
        operationId: "add pet!",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: { 201: { $ref: "#/components/responses/pet" } },
      },
    },
    "/pets/{pet_id}": {
      parameters: [{ name: "pet_id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "2XX": { $ref: "#/components/responses/pet" } } },
      put: {
        operationId: "add_pet",
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: { name: { type: "string" } } },
            },
          },
        },
        responses: { 204: { description: "Done" } },
      },
      delete: { responses: { default: { description: "Done" } } },
      patch: { requestBody: { content: { "application/octet-stream": {} } }, responses: {} },
    },
    "/loop": { $ref: "#/paths/~1loop" },
  },
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      basic: { type: "http", scheme: "basic" },
      token: { type: "apiKey", in: "query", name: "token" },
    },
    parameters: {
      limit: {
        name: "limit",
        in: "query",
        required: true,
        schema: { type: "integer", minimum: 0, exclusiveMinimum: true },
      },
    },
    responses: {
      pet: {
        description: "The pet",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
      },
    },
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "name"],
        properties: {
          id: { type: "string", readOnly: true },
          name: { type: "string", nullable: true, "x-order": 1, example: "Rex" },
          secret: { type: "string", writeOnly: true },
          parent: { $ref: "#/components/schemas/Pet", description: "Left out beside a reference in 3.0" },
        },
      },
    },
  },
};
