/** An empty server: the cost of an answer on this machine without our code. */
const { port } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('{"version":"bare"}') })
console.log(`{"port":${port}}`)
