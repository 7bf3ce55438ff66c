/** The connections between the NATS servers of a test, which can be cut while clients still reach each of them. */
import { openWires, type Wires } from '../rig/wires'

export type Routes = ReturnType<typeof newRoutes>

/** Pass `routeBy` to `startNats`, and let the servers not tell each other's addresses (`no_advertise` in `clusterTls`). */
export function newRoutes() {
  let names: readonly string[] = []
  let wires: Wires | undefined
  const wireBetween = (from: string, to: string) => `${from}-${to}`
  const onWiresOf = (server: string, work: (wires: Wires, wire: string) => Promise<void>) =>
    Promise.all(
      names
        .filter((other) => other !== server)
        .flatMap((other) => [wireBetween(server, other), wireBetween(other, server)])
        .map(async (wire) => wires && work(wires, wire)),
    )
  return {
    /** By `wireBetween`; undefined if there is one server. */
    wires: () => wires,
    /** In the direction in which it was connected. */
    wireBetween,
    async routeBy(ports: Readonly<Record<string, number>>) {
      names = Object.keys(ports)
      const pairs = names.flatMap((from) => names.filter((to) => to !== from).map((to) => [from, to] as const))
      if (pairs.length === 0) return () => 0
      const opened = await openWires(
        Object.fromEntries(pairs.map(([from, to]) => [wireBetween(from, to), ports[to] ?? 0])),
      )
      wires = opened
      return (from: string, to: string) => opened.portOf(wireBetween(from, to))
    },
    /** Between this server and the others nothing passes from now on. */
    cutOff: (server: string) => onWiresOf(server, (opened, wire) => opened.cut(wire)),
    mend: (server: string) => onWiresOf(server, (opened, wire) => opened.mend(wire)),
  }
}
