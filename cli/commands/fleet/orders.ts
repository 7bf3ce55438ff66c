/** Orders to the fleet. They end when they are carried out; a command that is stopped leaves the order in place. */
import type { DrainProgress } from '../../../src/fleet/placement/move'
import type { FleetStatus } from '../../../src/fleet/placement/status'
import type { WhereCompanyIs } from '../../../src/server/fleet/local-socket'
import { type Common, dataDirOf, installationCommand, interruption, outputOf } from '../../command'
import { print } from '../../terminal'
import { type LocalNode, localNode, NodeIsSilent } from './local'

const LOOK_MS = 250

const steps: Readonly<Record<string, string>> = {
  copies: 'its data is copied',
  closes: 'it closes where it was',
  opens: 'it opens where it goes',
}

/** On stderr, each line once. */
function progressOn({ json }: Common): (line: string) => void {
  let last = ''
  return (line) => {
    if (!json && line !== last) process.stderr.write(`${line}\n`)
    last = line
  }
}

const nodeFor = (options: Common): LocalNode => localNode(dataDirOf(options))

async function pause(signal: AbortSignal): Promise<void> {
  await Bun.sleep(LOOK_MS)
  signal.throwIfAborted()
}

export const moveCommand = () =>
  installationCommand('move', 'Move a company to another node; ends when it answers there')
    .argument('<company>', 'number, UUID or name')
    .argument('<node>', 'name of the node')
    .action(async (company: string, to: string, options: Common) => {
      const { Refusal } = await import('../../../src/operator/refusal')
      const signal = await interruption(`The move goes on without this command. See: balcao fleet status`)
      const show = progressOn(options)
      const node = nodeFor(options)
      const began = performance.now()
      let now = await node.ask<WhereCompanyIs>('/move', { company, to })
      const { company: uuid, owner: from, name } = now
      while (now.owner !== to || now.move) {
        if (now.move) show(`${name ?? uuid}: ${steps[now.move.step] ?? now.move.step}`)
        if (!now.move && now.owner !== null && now.owner !== to && performance.now() - began > SETTLES_MS)
          throw new Refusal(`${name ?? uuid} stays on ${now.owner}: the move was called off.`)
        await pause(signal)
        now = await node.ask<WhereCompanyIs>('/company', { company: uuid })
      }
      const seconds = (performance.now() - began) / 1000
      await print(outputOf(options), { company: uuid, from, to, seconds }, [
        `${name ?? uuid} answers on ${to}, after ${seconds.toFixed(1)} s.`,
      ])
    })
/** Until an order shows in what a node knows of the fleet. */
const SETTLES_MS = 5000

export const drainCommand = () =>
  installationCommand('drain', 'Have a node give its companies to the others; ends when it has none')
    .argument('[node]', 'name of the node (default: the one of this data folder)')
    .option('--stop', 'stop an earlier order; what has moved stays where it is')
    .action(async (word: string | undefined, options: Common & { stop?: boolean }) => {
      const local = nodeFor(options)
      const node = word ?? (await ownName(local))
      if (options.stop) {
        const stopped = await local.ask<boolean>('/drain/stop', { node })
        await print(outputOf(options), { node, stopped }, [
          stopped ? `${node} gives nothing away any more.` : `${node} had no such order.`,
        ])
        return
      }
      const signal = await interruption(`The order stays. Stop it with: balcao fleet drain ${node} --stop`)
      await local.ask('/drain', { node })
      await untilEmpty(local, node, progressOn(options), signal)
      await print(outputOf(options), { node, companies: 0 }, [
        `${node} has no companies. It takes none until: balcao fleet drain ${node} --stop`,
      ])
    })

const ownName = async (local: LocalNode): Promise<string> => (await local.ask<{ node: string }>('/status')).node

/** False if the order was taken back. */
async function untilEmpty(
  local: LocalNode,
  node: string,
  show: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { Refusal } = await import('../../../src/operator/refusal')
  for (;;) {
    const progress = await local.ask<DrainProgress | null>('/drain/progress', { node })
    if (!progress) throw new Refusal(`The order was stopped before ${node} was empty.`)
    if (progress.isDone) return
    show(`${node}: ${progress.left} of ${progress.companies} left`)
    await pause(signal)
  }
}

export const leaveCommand = () =>
  installationCommand('leave', 'Have a node give everything away and end; or remove one that will never come back')
    .argument('[node]', 'name of the node (default: the one of this data folder)')
    .action(async (word: string | undefined, options: Common) => {
      const local = nodeFor(options)
      const own = await ownName(local)
      const node = word ?? own
      const signal = await interruption(`The order stays. Stop it with: balcao fleet drain ${node} --stop`)
      const show = progressOn(options)
      const { isRunning } = await local.ask<{ isRunning: boolean }>('/leave', { node })
      if (!isRunning) {
        await print(outputOf(options), { node, left: true }, [
          `${node} does not run: the other nodes have its companies, or take them now. Nothing else of it is left.`,
          'Should its machine ever start again, it joins again. Delete its data folder, or disable its service there: systemctl disable balcao',
        ])
        return
      }
      try {
        while (await isThere(local, node, show)) await pause(signal)
      } catch (error) {
        if (!(error instanceof NodeIsSilent) || node !== own) throw error // it has left, with the node that was asked
      }
      await print(outputOf(options), { node, left: true }, [
        `${node} has given everything away. Its data folder holds copies, which others own now.`,
        'It has ended. With the machine’s next start it joins again, unless: systemctl disable balcao',
      ])
    })

async function isThere(local: LocalNode, node: string, show: (line: string) => void): Promise<boolean> {
  const { nodes } = await local.ask<FleetStatus>('/status')
  const found = nodes.find(({ name, isRunning }) => name === node && isRunning)
  if (found) show(`${node}: ${found.companies} companies and ${found.standbys} copies left`)
  return found !== undefined
}

export const rebalanceCommand = () =>
  installationCommand('rebalance', 'Even out the load of the nodes, one company after the other').action(
    async (options: Common) => {
      const moves = await nodeFor(options).ask<number>('/rebalance', {})
      await print(outputOf(options), { moves }, [
        moves === 0
          ? 'The load is even: nothing moves.'
          : `${moves === 1 ? 'One company moves' : `${moves} companies move`}. See: balcao fleet status`,
      ])
    },
  )
