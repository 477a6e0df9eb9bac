// Generated from service/openapi.yaml: `npm run generate -w packages/client` writes it again.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The animal's availability.
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        NewPet: {
            /**
             * @description The animal's name. Its length is counted in characters, without spaces at both ends.
             * @example Milo
             */
            name: string;
            /**
             * Format: int64
             * @description The category that the animal belongs to.
             * @example 1
             */
            categoryId: bigint;
            /** @default available */
            status?: components["schemas"]["PetStatus"];
        };
        Pet: {
            /**
             * Format: int64
             * @description Unique, assigned by the service. Newer animals have higher ids.
             * @example 120259084288123
             */
            id: bigint;
            /**
             * @description The animal's name.
             * @example Milo
             */
            name: string;
            /**
             * Format: int64
             * @description The category that the animal belongs to.
             * @example 1
             */
            categoryId: bigint;
            status: components["schemas"]["PetStatus"];
        };
        /**
         * @description How far the order is.
         * @enum {string}
         */
        OrderStatus: "placed" | "approved" | "delivered";
        NewOrder: {
            /**
             * Format: int64
             * @description The animal.
             * @example 120259084288123
             */
            petId: bigint;
            /**
             * @description How many.
             * @default 1
             * @example 1
             */
            quantity?: number;
        };
        Order: {
            /**
             * Format: int64
             * @description Unique, assigned by the service. Newer orders have higher ids.
             * @example 120259084298765
             */
            id: bigint;
            /**
             * Format: int64
             * @description The animal.
             * @example 120259084288123
             */
            petId: bigint;
            /**
             * @description How many.
             * @example 1
             */
            quantity: number;
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: date-time
             * @description When it was stored, UTC.
             * @example 2026-11-22T04:00:00.000Z
             */
            createdAt: string;
        };
        Error: {
            /** @description For programs: one of the response's examples, or a later one. */
            code: string;
            /** @description For a person: what is wrong and how to fix it. */
            message: string;
            /** @description The HTTP status again. */
            status: number;
        };
        /** @description An `Error` of the service, or the gateway's own response to a request that does not reach the service. */
        ServiceOrGatewayError: {
            /** @description As in an Error. The gateway's own response does not have it. */
            code?: string;
            /** @description What is wrong. */
            message: string;
            /** @description As in an Error. The gateway's own response does not have it. */
            status?: number;
        };
        listPetsQuery: {
            /**
             * @description The most animals on a page.
             * @default 20
             */
            limit?: number;
            /** @description Only animals of this availability. */
            status?: components["schemas"]["PetStatus"];
            /** @description The `Next-Cursor` of the previous page. Opaque, and only valid with the same `status`. */
            cursor?: string;
        };
        listOrdersQuery: {
            /**
             * @description The most orders on a page.
             * @default 20
             */
            limit?: number;
            /** @description Only orders with this status. */
            status?: components["schemas"]["OrderStatus"];
            /** @description The `Next-Cursor` of the previous page. Opaque, and only valid with the same `status`. */
            cursor?: string;
        };
        /** @enum {string} */
        ErrorCode: "body_too_large" | "create_unconfirmed" | "idempotency_key_in_use" | "idempotency_key_reused" | "internal_error" | "invalid_body" | "invalid_json" | "invalid_parameter" | "method_not_allowed" | "not_found" | "pet_in_use" | "pet_not_available" | "pet_unknown" | "too_many_unknown_keys" | "unauthorized" | "unavailable" | "unsupported_media_type";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
