import { type Common, dataDirOf, installationCommand, outputOf } from '../command'
import { print } from '../terminal'

export const activateCommand = () =>
  installationCommand(
    'activate',
    'Activate a restored installation: from now on it opens its sessions and sends',
  ).action(async (options: Common) => {
    const { requireInstallation } = await import('../../src/operator/installation')
    const { activate } = await import('../../src/operator/passive')
    const dataDir = dataDirOf(options)
    requireInstallation(dataDir)
    const was = activate(dataDir)
    print(outputOf(options), { activated: was }, [
      was ? 'The installation is active.' : 'The installation was active already.',
    ])
  })
