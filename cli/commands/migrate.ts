import { Command } from 'commander'
import { type Common, dataDirOf, installationCommand, outputOf } from '../command'
import { print, table } from '../terminal'

export const migrateCommand = () =>
  new Command('migrate').description('Steps of the databases; the server climbs them by itself').addCommand(
    installationCommand('status', 'How far each database has climbed').action(async (options: Common) => {
      const { listLadders } = await import('../../src/operator/migrations')
      const { requireInstallation } = await import('../../src/operator/installation')
      requireInstallation(dataDirOf(options))
      const ladders = listLadders(dataDirOf(options))
      const rows = ladders.map(({ database, step, of }) => [
        database,
        step === null ? 'unreadable' : `step ${step} of ${of}`,
        step !== null && step < of ? 'climbs at the next start' : '',
      ])
      print(outputOf(options), ladders, table(rows))
    }),
  )
