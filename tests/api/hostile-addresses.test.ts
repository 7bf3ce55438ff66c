/** Whatever a company can make the server call: none of it leads into the server's own network. */

import { expect, test } from 'bun:test'
import { noWait } from '../../src/platform/gate'
import { trySmtp } from '../../src/platform/mail'
import { allowNothing } from '../../src/platform/outside'
import { LOJA } from '../support/company-world'
import { hostileAddresses } from '../support/hostile-addresses'
import { until } from '../support/until'
import { type World, world } from '../support/world'

const MINUTE = 60_000

type Refusal = { readonly error?: string; readonly secret?: string }
const answerOf = async (answer: Response) => (await answer.json()) as Refusal // of a route of ours

/** How each user refuses an address: with an error, or with a fault of what it has tried. */
const users: Readonly<Record<string, (w: World) => (url: string) => Promise<unknown>>> = {
  webhook(w) {
    const admin = w.admin()
    return async (url) => {
      const { data, status } = await admin.api.webhooks.post({ url, topics: ['ratings'] })
      if (!data) return status === 400
      const hook = admin.api.webhooks({ id: data.webhook.id })
      await hook.test.post()
      const tried = () => w.rows<{ fault: string | null }>('SELECT fault FROM webhook_deliveries')[0]?.fault ?? null
      await until(() => tried() !== null, 'the attempt')
      const fault = tried()
      await hook.delete()
      return fault === 'notPublic'
    }
  },
  'file for the external API'(w) {
    const admin = w.admin()
    let token: string | undefined
    return async (mediaUrl) => {
      token ??= (await answerOf(await admin.json('/api/api-tokens', 'POST', { name: 'ERP', whatsappId: LOJA }))).secret
      const answer = await w.request('/api/messages/send', {
        method: 'POST',
        body: JSON.stringify({ number: '5521996124087', mediaUrl }),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      const { error, ...more } = await answerOf(answer)
      return (
        error === 'ERR_INVALID_INPUT' || (error === 'ERR_API_MEDIA_URL' && JSON.stringify(more).includes('notPublic'))
      )
    }
  },
  'AI service'(w) {
    const admin = w.admin()
    return async (url) => {
      const put = await admin.json('/api/settings/aiUrl', 'PUT', { value: url })
      if (put.status === 400) return true
      const asked = await admin.json('/api/openai', 'POST', { prompt: 'oi' })
      return (await answerOf(asked)).error === 'ERR_AI_ADDRESS'
    }
  },
  'mail server': () => async (url) => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
    const settings = { host, port: 25, security: 'none', login: null, from: 'a@b.example' } as const
    const error = await trySmtp({ ...settings, wait: noWait, reach: 'public', allowed: allowNothing }).catch(
      (thrown) => thrown,
    )
    return host === '' || host === 'example.com' || error.code === 'notPublic'
  },
}

test.each(Object.keys(users))('no notation of an address leads a %s into the network of the server', async (user) => {
  const w = world()
  const isRefused = users[user]?.(w)
  const reached: string[] = []
  for (const url of hostileAddresses) {
    w.clock.forward(MINUTE + 1) // the limits of requests are not the subject
    if (!(await isRefused?.(url))) reached.push(url)
  }
  expect(reached).toEqual([])
})
