/** Loaded before the server: kills it just before or just after one of its requests to the authority (`KILL_AT`, from 1). */
const authority = process.env.BALCAO_ACME_URL ? new URL(process.env.BALCAO_ACME_URL).origin : 'none'
let left = Number(process.env.KILL_AT)

const pass = () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

const { fetch: send } = globalThis
globalThis.fetch = Object.assign(
  async (...words: Parameters<typeof send>) => {
    const isOurs = String(words[0]).startsWith(authority)
    if (isOurs) pass()
    const response = await send(...words)
    if (isOurs) pass()
    return response
  },
  { preconnect: send.preconnect },
)
