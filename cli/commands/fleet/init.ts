/** Makes a fleet of an installation, and adds machines to it. */
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { FleetPlan, MachinePlan, NodePlan } from '../../../src/fleet/setup/plan'
import { type Common, dataDirOf, installationCommand, interruption, openAnswers, outputOf } from '../../command'
import { print } from '../../terminal'

type InitOptions = Common & {
  server: string[]
  node: string[]
  room?: number
  to?: string
  create?: boolean
}

const collected = (word: string, before: string[]) => [...before, word]

export const initCommand = () =>
  installationCommand(
    'init',
    'Make a fleet of this installation: certificates, configuration and units for each machine',
  )
    .option(
      '--server <name=address>',
      'a machine with a log server, three times: a=10.1.0.1 (port 4222)',
      collected,
      [],
    )
    .option(
      '--node <name=address>',
      'where other nodes reach a node: node-1=10.1.0.1 (port 8443); the first has this installation’s data. Servers and nodes may share machines',
      collected,
      [],
    )
    .option('--room <GB>', 'what each server may store (default: 200)', gigabytes)
    .option('--to <folder>', 'where the machines’ folders are written (default: fleet in the data folder)')
    .option('--create', 'create the streams, once the servers run; it waits for them, and can be repeated')
    .addHelpText('after', HELP)
    .action((options: InitOptions) => (options.create ? create(options) : init(options)))

const HELP = `
  balcao fleet init --server a=10.1.0.1 --server b=10.1.0.2 --server c=10.1.0.3 \\
                    --node node-1=10.1.0.1 --node node-2=10.1.0.2 --node node-3=10.1.0.3
  then on each machine what its README.txt says, and here: balcao fleet init --create

Without --server and --node it asks for three addresses. Repeated, it keeps the certificates that still serve.`

async function init(options: InitOptions): Promise<void> {
  const { Refusal } = await import('../../../src/operator/refusal')
  const { planFaults } = await import('../../../src/fleet/setup/plan')
  const facts = await factsOf(options)
  const plan = await planOf(options, facts.folder)
  const faults = planFaults(plan)
  if (faults.length > 0)
    throw new Refusal(['The fleet cannot be made so:', ...faults.map((one) => `  ${one}.`)].join('\n'))
  const machines = await write(plan, facts)
  await print(outputOf(options), documentOf(plan, machines, facts), wordsOf(plan, machines, facts))
}

type Facts = {
  readonly dataDir: string
  readonly folder: string
  readonly secret: Buffer
  readonly installation: string
}

async function factsOf(options: Common & { to?: string }): Promise<Facts> {
  const { requireInstallation } = await import('../../../src/operator/installation')
  const { Refusal } = await import('../../../src/operator/refusal')
  const { findSecret } = await import('../../../src/platform/secret')
  const { installationOf } = await import('../../../src/fleet/keys')
  const { fleetFolder } = await import('../../../src/fleet/setup/bundle')
  const dataDir = resolve(dataDirOf(options))
  requireInstallation(dataDir)
  const secret = findSecret(dataDir)
  if (!secret) throw new Refusal(`${dataDir} has no secret.key: put it back, as every node needs the same one.`)
  const folder = resolve(options.to ?? fleetFolder(dataDir))
  return { dataDir, folder, secret, installation: installationOf(secret) }
}

/** From the flags, from an earlier `init`, or asked for. */
async function planOf({ server, node, room, data }: InitOptions, folder: string): Promise<FleetPlan> {
  const { NODE_PORT, SERVER_PORT, USUAL_ROOM, readMember } = await import('../../../src/fleet/setup/plan')
  const { Refusal } = await import('../../../src/operator/refusal')
  const { findPlan } = await import('../../../src/fleet/setup/bundle')
  const known = findPlan(folder)
  if (server.length + node.length === 0 && known) return { ...known, room: room ?? known.room }
  const words = server.length + node.length === 0 ? await asked() : { server, node }
  const read = (list: readonly string[], port: number) =>
    list.map((word) => {
      const member = readMember(word, port)
      if (typeof member === 'string') throw new Refusal(`${member}.`)
      return member
    })
  const [first, ...others] = read(words.node, NODE_PORT)
  const nodes = first ? [{ ...first, data: resolve(dataDirOf(data === undefined ? {} : { data })) }, ...others] : []
  return { servers: read(words.server, SERVER_PORT), nodes, room: room ?? known?.room ?? USUAL_ROOM }
}

const SERVERS = ['a', 'b', 'c']

async function asked(): Promise<{ server: string[]; node: string[] }> {
  const { Refusal } = await import('../../../src/operator/refusal')
  if (!process.stdin.isTTY) throw new Refusal('Which machines? Name them with --server and --node; see --help.')
  const answers = openAnswers(await interruption('Nothing was made.'))
  const addresses: string[] = []
  try {
    process.stderr.write('Three machines, each with a log server and a node. Where do they reach one another?\n')
    for (const [at, name] of SERVERS.entries()) {
      process.stderr.write(
        `Address of machine ${at + 1}${at === 0 ? ', which is this one' : ''} (server ${name}, node-${at + 1}): `,
      )
      addresses.push((await answers.next()).trim())
    }
  } finally {
    answers.close()
  }
  return {
    server: addresses.map((address, at) => `${SERVERS[at]}=${bracketed(address)}`),
    node: addresses.map((address, at) => `node-${at + 1}=${bracketed(address)}`),
  }
}
const bracketed = (address: string) => (address.includes(':') && !address.startsWith('[') ? `[${address}]` : address)

async function write(plan: FleetPlan, { folder, secret, installation }: Facts): Promise<MachinePlan[]> {
  const { writeBundles } = await import('../../../src/fleet/setup/bundle')
  const { version } = await import('../../../src/version')
  return writeBundles({ folder, plan, installation, secret, now: Date.now(), version })
}

const documentOf = (
  { servers, nodes }: FleetPlan,
  machines: readonly MachinePlan[],
  { folder, installation }: Facts,
) => ({
  folder,
  installation,
  servers,
  nodes,
  machines: machines.map(({ host, folder: name, server, nodes: its }) => ({
    host,
    folder: `${folder}/${name}`,
    server: server?.name ?? null,
    nodes: its.map(({ name: node }) => node),
  })),
})

/** Nodes in the order in which they are installed: the one that has the data comes first, on this machine. */
const wordsOf = (plan: FleetPlan, machines: readonly MachinePlan[], { folder, dataDir }: Facts): string[] => {
  const [first] = plan.nodes
  const isHere = ({ host }: MachinePlan) => host === first?.host
  const script = (machine: MachinePlan, name: string) =>
    `  ${machine.host}: sh ${isHere(machine) ? `${folder}/` : ''}${machine.folder}/${name}.sh`
  return [
    `Everything for ${machines.length} machines is in ${folder}:`,
    ...machines.map((machine) => `  ${machine.folder}  ${partsOf(machine)}${isHere(machine) ? '; this machine' : ''}`),
    '',
    'On each machine, as root (each folder’s README.txt says the same):',
    ...copies(
      machines.filter((machine) => !isHere(machine)),
      folder,
    ),
    ...machines.filter(({ server }) => server).map((machine) => script(machine, 'server')),
    'Then here:',
    `  balcao fleet init --create --data ${dataDir}`,
    'Then stop this server, and on each machine, the first one first:',
    ...plan.nodes.flatMap(({ name }) =>
      machines.filter(({ nodes }) => nodes.some((node) => node.name === name)).map((machine) => script(machine, name)),
    ),
    '',
    `Keep a copy of ${folder}/authority elsewhere: its key admits further machines.`,
    ...(plan.servers.length === 1
      ? ['With one server, its disk is the only place of what was acknowledged last.']
      : []),
  ]
}

const partsOf = ({ server, nodes }: MachinePlan): string =>
  [...(server ? [`server ${server.name}`] : []), ...nodes.map(({ name }) => `node ${name}`)].join(', ')

/** Each needs the program, too. */
const copies = (machines: readonly MachinePlan[], folder: string): string[] =>
  machines.map(({ host, folder: name }) => `  scp -r ${folder}/${name} /usr/local/lib/balcao/balcao root@${host}:`)

// Creating the streams

async function create(options: InitOptions): Promise<void> {
  const { Refusal } = await import('../../../src/operator/refusal')
  const { findPlan } = await import('../../../src/fleet/setup/bundle')
  const { createWhenServersAnswer } = await import('../../../src/fleet/setup/create')
  if (options.server.length + options.node.length > 0)
    throw new Refusal('--create takes the machines of the earlier balcao fleet init: leave --server and --node out.')
  const { folder, installation } = await factsOf(options)
  const plan = findPlan(folder)
  if (!plan) throw new Refusal(`${folder} has no fleet yet: run balcao fleet init with --server and --node first.`)
  const signal = await interruption('Stopped. The same command goes on from here.')
  const waiting = (words: string) => {
    if (!options.json) process.stderr.write(`${words}\n`)
  }
  await createWhenServersAnswer({ folder, plan, installation, now: Date.now, signal, waiting })
  const replicas = plan.servers.length
  await print(outputOf(options), { installation, replicas }, [
    replicas === 1 ? 'The streams exist, on one server.' : 'The streams exist, each on three servers.',
    'Now the nodes join: on each machine, sh <its folder>/<node>.sh, first the one that has the data.',
  ])
}

// Further nodes

type AddOptions = Common & { to?: string }

export const addNodeCommand = () =>
  installationCommand('add-node', 'Make the folder of a further node, with a certificate of the fleet’s authority')
    .argument('<name=address>', 'such as node-4=10.1.0.4 (port 8443)')
    .option('--to <folder>', 'where balcao fleet init wrote its folders (default: fleet in the data folder)')
    .action(async (word: string, options: AddOptions) => {
      const { Refusal } = await import('../../../src/operator/refusal')
      const { NODE_PORT, planFaults, readMember } = await import('../../../src/fleet/setup/plan')
      const { findPlan } = await import('../../../src/fleet/setup/bundle')
      const node = readMember(word, NODE_PORT)
      if (typeof node === 'string') throw new Refusal(`${node}.`)
      const facts = await factsOfNode(options)
      const known = findPlan(facts.folder)
      if (!known)
        throw new Refusal(
          `${facts.folder} has no fleet: run this where balcao fleet init ran, or name its folder with --to.`,
        )
      const plan = { ...known, nodes: [...known.nodes.filter(({ name }) => !isAgain(node, name, known.nodes)), node] }
      const faults = planFaults(plan)
      if (faults.length > 0) throw new Refusal(`${faults.join('.\n')}.`)
      const machines = await write(plan, facts)
      const machine = machines.find(({ nodes }) => nodes.some(({ name }) => name === node.name))
      const name = machine?.folder ?? ''
      await print(outputOf(options), { node, folder: `${facts.folder}/${name}` }, [
        `The folder of ${node.name} is ${facts.folder}/${name}. Then, as root:`,
        `  scp -r ${facts.folder}/${name} /usr/local/lib/balcao/balcao root@${node.host}:`,
        `  ${node.host}: sh ${name}/${node.name}.sh`,
      ])
    })

/** The same node at the same address: its folder is written again. */
const isAgain = (node: NodePlan, name: string, known: readonly NodePlan[]) =>
  name === node.name && known.some((one) => one.name === name && one.host === node.host && one.port === node.port)

/** On a node that has copies only, too. */
async function factsOfNode(options: AddOptions): Promise<Facts> {
  const { Refusal } = await import('../../../src/operator/refusal')
  const { findSecret } = await import('../../../src/platform/secret')
  const { installationOf } = await import('../../../src/fleet/keys')
  const { fleetFolder } = await import('../../../src/fleet/setup/bundle')
  const dataDir = resolve(dataDirOf(options))
  const secret = findSecret(dataDir)
  if (!secret) throw new Refusal(`There is no installation in ${dataDir}: choose its folder with --data.`)
  return { dataDir, folder: resolve(options.to ?? fleetFolder(dataDir)), secret, installation: installationOf(secret) }
}

function gigabytes(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of gigabytes.')
  return Number(text)
}
