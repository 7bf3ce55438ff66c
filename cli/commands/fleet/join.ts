import { type Common, dataDirOf, installationCommand, outputOf } from '../../command'
import { print } from '../../terminal'

export const joinCommand = () =>
  installationCommand('join', 'Let this machine’s data folder join the fleet as a node, after everything was checked')
    .argument('<folder>', 'the node’s folder that balcao fleet init made, such as machine-10.1.0.2/node-2')
    .action(async (folder: string, options: Common) => {
      const { joinFleet } = await import('../../../src/fleet/setup/join')
      const { versionsOfProgram } = await import('./versions')
      const dataDir = dataDirOf(options)
      const joined = await joinFleet({ folder, dataDir, versions: versionsOfProgram(), now: Date.now })
      const { node, address, servers, hasData } = joined
      await print(outputOf(options), { node, address, servers, hasData, data: dataDir }, [
        `${dataDir} is node ${node} of the fleet, which others reach at ${address}.`,
        `Start it: its service, or balcao serve --data ${dataDir}`,
        ...(hasData ? [] : ['The fleet has no data yet: start the node of the installation first.']),
      ])
    })
