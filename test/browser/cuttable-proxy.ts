/** A network that a test cuts when it wants: a TCP proxy before the Worker. */
import { once } from "node:events";
import net from "node:net";

export interface CuttableProxy {
  /** Address of the deployment through the proxy. */
  readonly url: string;
  /** Cuts every connection, in the middle of what it carries. Gives how many there were. */
  cut(): number;
  /** From now on nobody is let through, until `comeBack`. Cuts what there is. */
  goAway(): void;
  comeBack(): void;
  close(): Promise<void>;
}

export async function cuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const clients = new Set<net.Socket>();
  let isAway = false;
  const server = net.createServer((client) => {
    // Whoever is cut complains; that is what this is for.
    client.on("error", () => undefined);
    if (isAway) {
      client.resetAndDestroy();
      return;
    }
    const upstream = net.connect(Number(port), hostname);
    clients.add(client);
    client.on("close", () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on("error", () => undefined);
    upstream.on("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const cut = () => {
    const count = clients.size;
    for (const client of clients) client.resetAndDestroy();
    return count;
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    goAway() {
      isAway = true;
      cut();
    },
    comeBack() {
      isAway = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
