/** What a process group needs of the machine, read from `/proc`: resident memory of the runtimes in it, and their connections. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export interface MemorySample {
  /** Since the beginning of the load. */
  readonly atMs: number;
  /** Counts the processes, from 0. */
  readonly life: number;
  readonly residentBytes: number;
}

/** Ids of the `workerd` processes of a group. Empty where there is no `/proc`. */
export function runtimesOf(groupId: number): readonly number[] {
  return listed("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const [, command, rest] = /^\d+ \((.*)\) (.*)$/s.exec(text(`/proc/${name}/stat`)) ?? [];
      return command === "workerd" && Number(rest?.split(" ")[2]) === groupId;
    })
    .map(Number);
}

/** Resident bytes of these processes together. */
export function residentBytesOf(processIds: readonly number[]): number {
  return processIds.reduce((sum, id) => {
    const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(text(`/proc/${id}/status`)) ?? [];
    return sum + Number(kilobytes) * 1_024;
  }, 0);
}

/** Open TCP connections of these processes to the given ports. */
export function connectionsTo(ports: readonly number[], processIds: readonly number[]): number {
  const inodes = new Set(processIds.flatMap(socketInodes));
  return ["tcp", "tcp6"]
    .flatMap((table) => text(`/proc/net/${table}`).split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote = "", , , , , , , inode = ""]) => {
      const port = Number.parseInt(remote.split(":")[1] ?? "", 16);
      return ports.includes(port) && inodes.has(inode);
    }).length;
}

function socketInodes(processId: number): readonly string[] {
  const folder = `/proc/${processId}/fd`;
  return listed(folder).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, name)))?.[1] ?? [];
    } catch {
      // Closed since it was listed.
      return [];
    }
  });
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for what is gone. */
function text(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
