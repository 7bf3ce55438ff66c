/** Files of Meta's whose addresses expire: they are kept here at once. */
import { expect, test } from 'bun:test'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { runJob } from '../../../support/jobs'
import { PNG } from '../../../support/pixel'
import { until } from '../../../support/until'
import { connectedWorld } from './connected'

const shown = async (who: { request(path: string): Promise<Response> }, address: string) => {
  const answer = await who.request(address)
  return [answer.status, answer.headers.get('content-type')]
}

test('the story that somebody answers is kept, beside the words', async () => {
  const all = await connectedWorld()
  await all.instagram.storyReply('Que linda!', { bytes: PNG, mimetype: 'image/png' })
  const ticketId = await all.ticketOf(all.instagramId)
  await until(() => all.w.rows("SELECT 1 FROM messages WHERE media ->> 'state' = 'ready'").length === 1, 'the file')
  const { messages } = (await (await all.admin.request(`/api/messages/${ticketId}`)).json()) as { messages: Message[] }
  const [message] = messages
  expect(message).toMatchObject({
    mediaType: 'chat',
    body: 'Que linda!',
    media: { mimetype: 'image/png' },
    extra: { story: { kind: 'reply' } },
  })
  expect(await shown(all.admin, message?.mediaUrl ?? '')).toEqual([200, 'image/png'])
})

test('a story that has ended leaves the words', async () => {
  const all = await connectedWorld()
  await all.instagram.storyReply('Ainda tem?', `${all.standIn.url}/cdn/none`)
  await until(() => all.w.rows("SELECT 1 FROM messages WHERE media ->> 'state' = 'failed'").length === 1, 'the failure')
  expect(all.stored()).toMatchObject([{ kind: 'chat', body: 'Ainda tem?' }])
})

test.each(['messenger', 'instagram'] as const)('the picture of somebody who writes by %s is kept', async (by) => {
  const all = await connectedWorld()
  await all[by].text('oi')
  const pictures = () =>
    all.w.rows<{ address: string }>('SELECT picture_url AS address FROM contacts WHERE picture IS NOT NULL')
  await until(() => pictures().length === 1, 'the picture')
  expect(await shown(all.admin, pictures()[0]?.address ?? '')).toEqual([200, expect.stringMatching(/^image\//)])
})

test('a page and its Instagram account show their pictures among the connections', async () => {
  const all = await connectedWorld()
  await runJob(all.w.server, 'meta.checkPages')
  const kept = () => all.w.rows('SELECT 1 FROM meta_accounts WHERE picture IS NOT NULL').length
  await until(() => kept() === 2, 'the pictures')
  const connections = (await (await all.admin.request('/api/whatsapp/')).json()) as ConnectionSummary[]
  for (const { account } of connections.filter(({ channel }) => channel !== 'whatsapp'))
    expect(account?.picture).toMatch(/^data:image\/jpeg;base64,\/9j/)
})
