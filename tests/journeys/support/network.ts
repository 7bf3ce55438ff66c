/** A network between a page and the server that can be cut: a proxy on a port of its own. */
import { connect, createServer, type Socket } from 'node:net'

export async function openNetwork(url: string) {
  const target = new URL(url)
  const wires = new Set<Socket>()
  let isCut = false
  let isDeaf = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(target.port), '127.0.0.1')
    for (const wire of [near, far]) {
      wires.add(wire)
      wire.on('error', () => wire.destroy())
      wire.on('close', () => {
        wires.delete(wire)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (answer) => (isDeaf ? near.destroy() : near.write(answer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    cut() {
      isCut = true
      for (const wire of wires) wire.destroy()
    },
    /** Requests arrive; responses do not. */
    deafen() {
      isDeaf = true
    },
    mend() {
      isCut = false
      isDeaf = false
    },
    close() {
      this.cut()
      server.close()
    },
  }
}
