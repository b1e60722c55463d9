/**
 * A network that breaks: a TCP proxy before the Worker which cuts connections in the middle of what they carry, by a schedule that a
 * seed decides.
 */
import { once } from "node:events";
import net from "node:net";

export interface DroppingProxy {
  /** Address of the deployment through the proxy. */
  readonly url: string;
  /** Connections that were cut so far. */
  readonly drops: number;
  /** From now on nothing is cut. */
  heal(): void;
  /** From now on connections lead there. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

/** From 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Drops {
  /** A connection carries fewer bytes of the server than this. 4,000 unless given. */
  readonly mostBytes?: number;
  /** After so many drops nothing is cut any more, so that a slow machine comes to an end. */
  readonly most?: number;
}

/**
 * Stands before `target`. Each connection is cut after some bytes of what the server sends, or after up to 250 milliseconds, whichever comes
 * first, by reset or by a quiet end.
 */
export async function droppingProxy(
  target: string,
  random: () => number,
  { most = Number.POSITIVE_INFINITY, mostBytes = 4_000 }: Drops = {},
): Promise<DroppingProxy> {
  let { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  let drops = 0;
  let isHealthy = false;
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    let bytesLeft = Math.floor(random() * mostBytes);
    const timer = setTimeout(() => drop(), random() * 250);
    const isQuiet = random() < 0.5;
    const drop = () => {
      if (isHealthy || client.destroyed) return;
      drops += 1;
      isHealthy = drops >= most;
      upstream.destroy();
      if (isQuiet) client.end();
      else client.resetAndDestroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Whoever is cut complains; that is what this is for.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearTimeout(timer);
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on("data", (chunk: Buffer) => {
      const isLast = !isHealthy && chunk.byteLength >= bytesLeft;
      client.write(isLast ? chunk.subarray(0, bytesLeft) : chunk);
      bytesLeft -= chunk.byteLength;
      if (isLast) drop();
    });
    upstream.on("end", () => client.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    get drops() {
      return drops;
    },
    heal: () => {
      isHealthy = true;
    },
    leadTo: (other) => {
      ({ hostname, port } = new URL(other));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
