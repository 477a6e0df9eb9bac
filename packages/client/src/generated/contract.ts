// Generated from service/openapi.yaml: `npm run generate -w packages/client` writes it again.
export interface paths {
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List animals
         * @description Newest first, a page at a time. When more animals follow, the response has a `Link` header with `rel="next"`: its
         *     URL is the next page. A client that follows these links never misses or repeats an animal that existed when it
         *     began, also where it is ordered meanwhile. The list follows each write after about a second: an animal that was
         *     created a moment ago may be missing, and one that was ordered a moment ago may have its former status, or be in
         *     neither place. Unknown query parameters are ignored; a known one that is repeated is a 400.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description The service assigns the `id` and trims `name`. A member that a NewPet does not have is a 400 that names it.
         *     A request without a response, and one with a 503 `create_unconfirmed`, may have stored the animal. With an
         *     `Idempotency-Key`, send it again: there will be one. Without, list the animals before you send it again, or you
         *     may have two.
         */
        post: operations["createPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up an animal by its id
         * @deprecated
         * @description Deprecated since 5 December 2025, to be removed on 5 December 2030. Use `GET /pets` with `status` instead.
         *     Every response has `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a `Link` to the replacement.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Newest first, a page at a time, with `limit`, `cursor` and `Link` as in the list of animals.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Order an animal
         * @description The animal must be `available`, and becomes `pending` together with the order. An order begins as `placed`; `approved`
         *     and `delivered` are set by the store. A member that a NewOrder does not have is a 400 that names it. The response has
         *     no `Location`: a single order has no address.
         *
         *     The id in the examples is made up: use one that `GET /pets?status=available` lists.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description It needs no API key. `servers` has the address that you requested.
         */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The animal's availability.
         * @enum {string}
         */
        Status: "available" | "pending" | "sold";
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
            status?: components["schemas"]["Status"];
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
            status: components["schemas"]["Status"];
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
            /**
             * @description For programs.
             * @enum {string}
             */
            code: "invalid_parameter" | "invalid_json" | "invalid_body" | "unauthorized" | "not_found" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "pet_not_available" | "pet_unknown" | "pet_in_use" | "idempotency_key_in_use" | "idempotency_key_reused" | "too_many_unknown_keys" | "internal_error" | "unavailable" | "create_unconfirmed";
            /** @description For a person: what is wrong and how to fix it. */
            message: string;
            /** @description The HTTP status again. */
            status: number;
        };
        /** @description The gateway's own response, to a request that does not reach the service. */
        GatewayError: {
            message: string;
        };
    };
    responses: {
        /** @description A parameter is wrong. */
        BadParameter: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, mistyped, unknown, expired or revoked. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "WWW-Authenticate": "Bearer";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A request with this `Idempotency-Key` is under way. Send the same request again for its response. */
        KeyInUse: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description Seconds to wait. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The `Idempotency-Key` was sent with another request in the last 24 hours. */
        KeyReused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path does not have this method. */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description The methods that the path has. */
                Allow: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is over 100 KB; or, from the gateway in its own form, over 10 MB. */
        BodyTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] | components["schemas"]["GatewayError"];
            };
        };
        /** @description The body is not sent as `application/json`. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description From the gateway, in its own form: more requests than the service is configured for. From the service: your API
         *     key was not looked up, because too many that do not exist were sent. Wait a second and try again.
         */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait. The gateway's own response does not have it. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] | components["schemas"]["GatewayError"];
            };
        };
        /** @description Something went wrong in the service; or, from the gateway in its own form, the service failed. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] | components["schemas"]["GatewayError"];
            };
        };
        /**
         * @description With `unavailable`, nothing was stored: try again when `Retry-After` says. With `create_unconfirmed`, and from the
         *     gateway in its own form, it may have been stored: with the same `Idempotency-Key`, send it again; without, list
         *     before you do.
         */
        CreateUnavailable: {
            headers: {
                /** @description Seconds to wait. Only where it is safe to send the request again. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] | components["schemas"]["GatewayError"];
            };
        };
        /** @description The store cannot be reached, or time ran out; or, from the gateway in its own form, the service is not available. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait. The gateway's own response does not have it. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] | components["schemas"]["GatewayError"];
            };
        };
    };
    parameters: {
        /**
         * @description Makes the request safe to send again: a string in double quotes, 1 to 255 characters of ASCII, such as a UUID. A
         *     key of letters, digits and `_.:~+/=-` may stand without the quotes.
         * @example "8e03978e-40d5-43e8-bc93-6894a57f9324"
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The response is that of the first request with this `Idempotency-Key`. Absent in the first one. */
        IdempotencyReplayed: "true";
        /**
         * @description The operation is in beta; `may-change` says what may change.
         * @example beta;may-change="fields, statuses, limits and error codes; without notice"
         */
        Stability: string;
        /**
         * @description The id of this request, also in the service's log.
         * @example JKJaXmPLvHcESHA=
         */
        RequestId: string;
        /** @description Since when the operation is deprecated (RFC 9745), in seconds since 1970. */
        Deprecation: "@1764892800";
        /** @description When the operation will be removed (RFC 8594). */
        Sunset: "Thu, 05 Dec 2030 00:00:00 GMT";
        /**
         * @description What replaces the operation (RFC 5829), and what says more of its end (RFC 9745, RFC 8594), this document.
         * @example <https://api.petstore.example/v1/pets>; rel="successor-version", <https://api.petstore.example/v1/openapi.json>; rel="deprecation"; type="application/json"
         */
        Replacement: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query?: {
                /**
                 * @description The most animals on a page.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description Only animals of this availability.
                 * @example available
                 */
                status?: components["schemas"]["Status"];
                /** @description The end of the previous page, from its `Link`. Opaque, and only valid with the same `status`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of animals, newest first. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description The next page, when more animals follow.
                     * @example <https://api.petstore.example/v1/pets?limit=2&status=available&cursor=EQARMiJEAAAAQAAAAA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"][];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: a string in double quotes, 1 to 255 characters of ASCII, such as a UUID. A
                 *     key of letters, digits and `_.:~+/=-` may stand without the quotes.
                 * @example "8e03978e-40d5-43e8-bc93-6894a57f9324"
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 100 KB, in UTF-8, not compressed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description The animal as it is stored. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    /**
                     * @description The URL of the animal.
                     * @example https://api.petstore.example/v1/pets/120259084288123
                     */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /** @description The body is not JSON, or is not a NewPet; or the `Idempotency-Key` is malformed. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["CreateUnavailable"];
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The animal's id, as `GET /pets` lists it. The one of the example is made up.
                 * @example 120259084288123
                 */
                petId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Replacement"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            /** @description No animal has this id. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Replacement"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description The most orders on a page.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description Only orders with this status.
                 * @example placed
                 */
                status?: components["schemas"]["OrderStatus"];
                /** @description The end of the previous page, from its `Link`. Opaque, and only valid with the same `status`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders, newest first. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "X-Stability": components["headers"]["Stability"];
                    /**
                     * @description The next page, when more orders follow.
                     * @example <https://api.petstore.example/v1/store/orders?limit=2&status=placed&cursor=IQARMiJEAAAAQAAAAA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"][];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: a string in double quotes, 1 to 255 characters of ASCII, such as a UUID. A
                 *     key of letters, digits and `_.:~+/=-` may stand without the quotes.
                 * @example "8e03978e-40d5-43e8-bc93-6894a57f9324"
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 100 KB, in UTF-8, not compressed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description The order as it is stored. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "X-Stability": components["headers"]["Stability"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description The body is not JSON, or is not a NewOrder; or the `Idempotency-Key` is malformed. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /**
             * @description The animal is not available, or does not exist; or other requests are at it, or one with this `Idempotency-Key` is
             *     under way, and nothing was done.
             */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    /** @description Seconds to wait. Only with `pet_in_use` and `idempotency_key_in_use`. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["CreateUnavailable"];
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract, as OpenAPI 3.1. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                        info: Record<string, unknown>;
                        paths: Record<string, unknown>;
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
        };
    };
}
