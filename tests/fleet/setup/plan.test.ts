/** What is refused of a fleet's plan before anything is written. */
import { expect, test } from 'bun:test'
import { planFaults } from '../../../src/fleet/setup/plan'

const one = (name: string, host: string, port: number) => ({ name, host, port })

test('a node on the port where a server of its machine tells how it is', () => {
  const servers = [one('a', '10.1.0.1', 4222)]
  const plan = (node: ReturnType<typeof one>) => ({ servers, nodes: [node], room: 5 })
  expect(planFaults(plan(one('node-1', '10.1.0.1', 8222)))).toEqual([
    'Server a tells how it is on port 8222 of 10.1.0.1, 4000 above its own, so node-1 needs another port',
  ])
  expect(planFaults(plan(one('node-1', '10.1.0.2', 8222)))).toEqual([])
  expect(planFaults(plan(one('node-1', '10.1.0.1', 8443)))).toEqual([])
})
