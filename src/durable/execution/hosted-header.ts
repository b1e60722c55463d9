/** How a request for a feed says which execution of a host is meant. It stands alone, so that the Worker reads it without the object. */
export const hostedHeader = "planwright-execution";
