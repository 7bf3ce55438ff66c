/** The inner listener of a node in a process of its own, which a test may stop or kill. It owns every company. */
import { InnerListener } from '../../src/fleet/forwarding/inner-listener'

const websocket = {
  message: (ws: { send(frame: string | Buffer): unknown }, frame: string | Buffer) => void ws.send(frame),
}
const endless = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) }))

const node = new InnerListener({
  node: process.argv[2] ?? '',
  certificate: JSON.parse(process.env.FLEET_CERTIFICATE ?? '{}'),
  hostname: '127.0.0.1',
  port: 0,
  options: { websocket },
  owns: () => true,
  handle(request, server) {
    const { pathname } = new URL(request.url)
    if (server.upgrade(request, {} as never)) return undefined
    if (pathname === '/api/endless') return endless()
    if (pathname === '/api/hang') return new Promise(() => console.log('hanging'))
    return new Response('the process answers')
  },
})
console.log(JSON.stringify({ port: node.port }))
