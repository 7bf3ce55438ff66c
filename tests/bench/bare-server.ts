/** A server that does nothing: what an answer costs on this machine before any code of ours. */
const { port } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('{"version":"bare"}') })
console.log(`{"port":${port}}`)
