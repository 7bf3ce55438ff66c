import { expect, test } from 'bun:test'
import { instant } from '../../src/platform/formats'
import { createUtf8Writer } from '../../src/platform/utf8'

test.each([1, 10_000])('pieces are joined as UTF-8 in a buffer of %i bytes', (room) => {
  const words = ['oi', 'não', 'até já 👍🏽', '東京', '']
  const times = [0, -1, 1_795_000_000_007, 253_402_300_800_000]
  const from = Buffer.from('antes|conteúdo|depois')
  const text = createUtf8Writer(room)
  for (const word of words) text.text(word)
  for (const ms of times) text.instant(ms)
  const name = text.text('São João')
  text.copy(from, 'antes|'.length, from.indexOf('|depois'))
  text.again(name)
  text.ascii(',"code":1')
  text.append(Buffer.from('até'))
  expect(text.whole().toString()).toBe(
    `${words.join('')}${times.map((ms) => `"${instant(ms)}"`).join('')}São JoãoconteúdoSão João,"code":1até`,
  )
})

test('a new text reuses the buffer of the last one, but not of an unfinished or sent one', async () => {
  const first = createUtf8Writer(100)
  first.text('primeiro')
  const second = createUtf8Writer(100)
  second.text('segundo!')
  expect([first.whole().toString(), second.whole().toString()]).toEqual(['primeiro', 'segundo!'])
  const last = createUtf8Writer(100)
  last.text('terceiro')
  const answer = new Response(last.whole())
  const next = createUtf8Writer(100)
  next.text('quarto..')
  expect(next.whole().buffer).toBe(last.whole().buffer)
  expect(await answer.text()).toBe('terceiro')
})
