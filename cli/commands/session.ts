import { Command, InvalidArgumentError } from 'commander'
import { type Common, installationCommand, outputOf, withInstallation } from '../command'
import { print, table } from '../terminal'

export const sessionCommand = () =>
  new Command('session')
    .description('Manage WhatsApp sessions: ended ones are archived and can be restored')
    .addCommand(list())
    .addCommand(archive())
    .addCommand(restore())

const list = () =>
  installationCommand('list', 'List the live and archived sessions of a company')
    .option('--company <company>', 'number or UUID', '1')
    .action((options: Common & { company: string }) =>
      withInstallation(options, async (databases) => {
        const { listMessengerSessions } = await import('../../src/operator/messenger-sessions')
        const { findCompanyByWord } = await import('../../src/operator/companies')
        const { live, archived } = listMessengerSessions(
          databases,
          findCompanyByWord(databases.control, options.company),
        )
        await print(
          outputOf(options),
          { live, archived: archived.map((one) => ({ ...one, at: new Date(one.at).toISOString() })) },
          table([
            ['session', 'connection', 'number', 'state'],
            ...live.map(({ connectionId, connection, number, status, isLocked }) => [
              `live ${connectionId}`,
              connection,
              number,
              isLocked ? `${status}, encrypted with another secret.key` : status,
            ]),
            ...archived.map(({ id, connection, number, reason, at }) => [
              `archive ${id}`,
              connection,
              number,
              `${reason}, ${new Date(at).toISOString()}`,
            ]),
          ]),
        )
      }),
    )

const archive = () =>
  installationCommand('archive', 'Archive a live session; the phone is not notified, and the session can be restored')
    .argument('<connection>', 'number of the connection', numberFromList)
    .option('--company <company>', 'number or UUID', '1')
    .action((connectionId: number, options: Common & { company: string }) =>
      withInstallation(options, async (databases) => {
        const { archiveMessengerSession } = await import('../../src/operator/messenger-sessions')
        const { findCompanyByWord } = await import('../../src/operator/companies')
        const company = findCompanyByWord(databases.control, options.company)
        const archived = await archiveMessengerSession(databases, company, { connectionId, now: Date.now() })
        await print(outputOf(options), archived, [
          `The session of "${archived.connection}" is now archive ${archived.archive}. Restore it with: balcao session restore ${archived.archive}`,
        ])
      }),
    )

const restore = () =>
  installationCommand('restore', 'Restore an archived session')
    .argument('<archive>', 'number of the archive', numberFromList)
    .option('--company <company>', 'number or UUID', '1')
    .action((archive: number, options: Common & { company: string }) =>
      withInstallation(options, async (databases) => {
        const { reviveMessengerSession } = await import('../../src/operator/messenger-sessions')
        const { findCompanyByWord } = await import('../../src/operator/companies')
        const company = findCompanyByWord(databases.control, options.company)
        const revived = await reviveMessengerSession(databases, company, { archiveId: archive, now: Date.now() })
        await print(outputOf(options), revived, [
          `The session of "${revived.connection}" is restored; the server opens it automatically.`,
        ])
      }),
    )

function numberFromList(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a number; see: balcao session list')
  return Number(text)
}
