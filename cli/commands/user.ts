import { Command, Option } from 'commander'
import type { Profile } from '../../src/actor'
import { type Common, installationCommand, outputOf, PASSWORD_STDIN, readPassword, withInstallation } from '../command'
import { print, table } from '../terminal'

export const userCommand = () =>
  new Command('user')
    .description('Manage the users of a company')
    .addCommand(create())
    .addCommand(list())
    .addCommand(setPassword())

type CreateOptions = Common & { company: string; name: string; profile: Profile; passwordStdin?: boolean }

const create = () =>
  installationCommand('create', 'Add a user to a company')
    .argument('<email>', 'email to sign in with')
    .requiredOption('--name <name>', 'name of the user')
    .option('--company <company>', 'number or UUID', '1')
    .addOption(new Option('--profile <profile>', 'role').choices(['admin', 'supervisor', 'user']).default('user'))
    .option(...PASSWORD_STDIN)
    .action((email: string, options: CreateOptions) =>
      withInstallation(options, async (databases) => {
        const { createUser: addUser } = await import('../../src/operator/people')
        const { findCompanyByWord } = await import('../../src/operator/companies')
        const { id: companyId } = findCompanyByWord(databases.control, options.company)
        const { name, profile } = options
        const wanted = { companyId, name, email, profile, password: await readPassword(options) }
        const { user, password } = await addUser(databases, Date.now(), wanted)
        await print(outputOf(options), { id: user.id, companyId, email: user.email, profile: user.profile, password }, [
          `${user.name} <${user.email}> is ${user.profile} of company ${companyId}.`,
          ...(password ? [`Password: ${password}`] : []),
        ])
      }),
    )

const list = () =>
  installationCommand('list', 'List the users of a company')
    .option('--company <company>', 'number or UUID', '1')
    .action((options: Common & { company: string }) =>
      withInstallation(options, async (databases) => {
        const { listPeople } = await import('../../src/operator/people')
        const { findCompanyByWord } = await import('../../src/operator/companies')
        const people = listPeople(databases, findCompanyByWord(databases.control, options.company))
        await print(
          outputOf(options),
          people.map(({ id, name, email, profile, active }) => ({ id, name, email, profile, active })),
          table([
            ['id', 'profile', 'state', 'email', 'name'],
            ...people.map(({ id, profile, active, email, name }) => [
              id,
              profile,
              active ? 'active' : 'blocked',
              email,
              name,
            ]),
          ]),
        )
      }),
    )

const setPassword = () =>
  installationCommand('set-password', 'Set a new password for a user and sign them out everywhere')
    .argument('<email>', 'email the user signs in with')
    .option('--company <company>', 'number or UUID; without it, the email alone says who it is')
    .option(...PASSWORD_STDIN)
    .action((email: string, options: Common & { company?: string; passwordStdin?: boolean }) =>
      withInstallation(options, async (databases) => {
        const { changePassword } = await import('../../src/operator/people')
        const { findCompanyByWord } = await import('../../src/operator/companies')
        const { company: word } = options
        const companyId = word === undefined ? undefined : findCompanyByWord(databases.control, word).id
        const wanted = { email, companyId, password: await readPassword(options) }
        const { user, company, password } = await changePassword(databases, Date.now(), wanted)
        await print(outputOf(options), { id: user.id, companyId: company.id, email: user.email, password }, [
          `${user.email} has a new password.`,
          ...(password ? [`Password: ${password}`] : []),
        ])
      }),
    )
