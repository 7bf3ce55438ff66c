import { expect, spyOn, test } from 'bun:test'
import { showingWires } from '../support/trace'
import { watchWires } from '../support/wires'
import { COMPANY, linkedTestbed, MARIA, pn, TIAGO } from './support/world'

test('shows sender, recipient and content', async () => {
  const { simulator, client, maria, run } = await linkedTestbed({}) // linked anew, so that the linking is in the trace
  const id = await maria.say(COMPANY, 'cadê meu pedido?')
  await client.gets('cadê meu pedido?')
  await client.socket.sendMessage(pn(MARIA), { text: 'já saiu' })
  await maria.gets('já saiu')
  await run({ do: 'react', from: MARIA, chat: COMPANY, id, emoji: '🙏' })
  const trace = simulator.trace()
  expect(trace).toMatch(
    /\d\d:\d\d:\d\d\.\d{3} 552130421180:1 ← server <message from="5521996124087@[^\n]+ · text "cadê meu pedido\?"/,
  )
  expect(trace).toMatch(/552130421180:1 → server <message id="[^\n]+ · text "já saiu"/)
  expect(trace).toMatch(new RegExp(`<receipt id="${id}"[^\n]+ · text "cadê`))
  expect(trace).toContain(`reaction 🙏 to ${id}`)
  expect(trace).toContain('app state keys')
})

test('can be limited to one phone and to the newest lines', async () => {
  const { simulator, client } = await linkedTestbed()
  await client.socket.fetchBlocklist()
  expect(simulator.trace({ newest: 3 }).split('\n')).toHaveLength(3)
  expect(simulator.trace({ who: TIAGO })).toBe('')
  const asked = await fetch(`${simulator.origin}/control/trace?who=${COMPANY}&newest=2`)
  expect((await asked.text()).split('\n')).toHaveLength(2)
})

test('is printed for failed tests only', async () => {
  const printed: string[] = []
  const print = spyOn(console, 'error').mockImplementation((text) => void printed.push(String(text)))
  try {
    watchWires({ trace: ({ newest }) => `the newest ${newest}` })
    await showingWires(() => undefined, 5000)
    expect(printed).toEqual([])
    watchWires({ trace: async () => 'from another process' })
    const failing = () => Promise.reject(new Error('as it should'))
    expect(await showingWires(failing, 5000).catch(String)).toBe('Error: as it should')
    expect(printed.join()).toContain('from another process')
    watchWires({ trace: () => 'while it hangs' })
    await showingWires(() => Bun.sleep(40), 410)
    expect(printed.join()).toContain('the test takes too long')
  } finally {
    print.mockRestore()
  }
})
