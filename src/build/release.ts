/**
 * `bun run release`: builds the version of package.json and signs it, into `dist/release/`, which any web server can offer as it
 * is. `--new-key` makes the pair of keys once; `--check` builds again and compares with what somebody offers.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { digestOf } from '../operator/backup/files'
import { lookForRelease } from '../operator/update/look'
import {
  fileFor,
  fingerprintOf,
  platformHere,
  RELEASE_FILE,
  type Release,
  readReleaseKey,
  SIGNATURE_FILE,
  verifyRelease,
} from '../operator/update/manifest'
import { version } from '../version'
import { dist, releaseKeyPath, root } from './program'
import { isPair, makeReleaseKey, ReleaseError, readChanges, readPrivateKey, writeRelease } from './release-files'

const USAGE = `bun run release --key <file>                  build, sign, and write dist/release
bun run release --new-key <file>              make a private key outside the project, and its public key inside
bun run release --check <folder or address>   build again and compare with a release

  --page <address>     where people read about the release
`

const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    'new-key': { type: 'string' },
    check: { type: 'string' },
    page: { type: 'string' },
    help: { type: 'boolean' },
  },
})

try {
  if (values['new-key'] !== undefined) newKey(values['new-key'])
  else if (values.check !== undefined) await check(values.check)
  else if (values.key !== undefined) await release(values.key, values.page)
  else console.log(USAGE)
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function newKey(path: string): void {
  makeReleaseKey(path, releaseKeyPath, root)
  console.log(`${path}: the private key. Keep it, with a copy, where nobody else reads it.`)
  console.log(
    `${releaseKeyPath}: the public key. Commit it; executables built from now on take what the private key signs.`,
  )
  console.log(`Its fingerprint: ${fingerprintOf(requireReleaseKey())}`)
}

async function release(keyPath: string, page: string | undefined): Promise<void> {
  const [privateKey, publicKey] = [readPrivateKey(keyPath), requireReleaseKey()]
  if (!isPair(privateKey, publicKey))
    throw new ReleaseError(`${keyPath} does not belong to ${releaseKeyPath}: installations would refuse the release.`)
  const { commit, at } = readCommit()
  const changes = readAllChanges()
  const program = await build()
  const folder = join(dist, 'release')
  const built = { commit, bun: Bun.version }
  const parts = { version, at, changes, built, program, platform: platformHere(), ...(page !== undefined && { page }) }
  await writeRelease(folder, parts, privateKey)
  const { files } = readFolder(folder, publicKey)
  console.log(`dist/release: Balcão ${version}, signed with ${fingerprintOf(publicKey)}`)
  for (const { name, size, sha256 } of files) console.log(`  ${name}  ${size} bytes  sha256 ${sha256}`)
}

async function check(where: string): Promise<void> {
  const publicKey = requireReleaseKey()
  const offered = /^https?:/.test(where)
    ? (
        await lookForRelease({
          address: where,
          key: publicKey,
          userAgent: `Balcao/${version}`,
          signal: new AbortController().signal,
        })
      ).release
    : readFolder(where, publicKey)
  console.log(`Balcão ${offered.version}: the signature is that of ${fingerprintOf(publicKey)}`)
  const file = fileFor(offered, platformHere())
  if (!file) throw new ReleaseError(`The release has no program for ${platformHere()}.`)
  requireSameSource(offered)
  const { sha256 } = await digestOf(await build())
  console.log(`  released  sha256 ${file.sha256}\n  built     sha256 ${sha256}`)
  if (sha256 !== file.sha256) throw new ReleaseError('They differ: the release was not built from this source.')
  console.log('They are the same, bit by bit.')
}

function requireSameSource({ version: offered, built }: Release): void {
  if (offered !== version)
    throw new ReleaseError(`This source is version ${version}. Check out v${offered}, and run this again.`)
  const { commit } = readCommit()
  if (built && built.commit !== commit)
    throw new ReleaseError(`It was built from commit ${built.commit}, and this is ${commit}. Check that one out.`)
  if (built && built.bun !== Bun.version)
    throw new ReleaseError(
      `It was built with Bun ${built.bun}, and this is ${Bun.version}: ./install.sh build fetches it.`,
    )
}

function requireReleaseKey() {
  const key = existsSync(releaseKeyPath) ? readReleaseKey(readFileSync(releaseKeyPath, 'utf8')) : undefined
  if (!key) throw new ReleaseError(`There is no key in ${releaseKeyPath}. Make one: bun run release --new-key <file>`)
  return key
}

function readFolder(folder: string, key: ReturnType<typeof requireReleaseKey>): Release {
  const [bytes, signature] = [RELEASE_FILE, SIGNATURE_FILE].map((name) => readFileSync(join(folder, name)))
  return verifyRelease(bytes ?? Buffer.alloc(0), signature?.toString() ?? '', key)
}

/** The commit that is built. What is not committed would be in the program, and nobody could build it again. */
function readCommit(): { readonly commit: string; readonly at: number } {
  if (git('status', '--porcelain', '--untracked-files=normal') !== '')
    throw new ReleaseError('There are changes that are not committed.')
  return { commit: git('rev-parse', 'HEAD'), at: Number(git('log', '-1', '--format=%ct')) * 1000 }
}

function git(...args: string[]): string {
  const { stdout, stderr, success } = Bun.spawnSync(['git', ...args], { cwd: root })
  if (!success) throw new ReleaseError(`git ${args[0]}: ${stderr.toString().trim()}`)
  return stdout.toString().trim()
}

/** English is in the changelog; Portuguese, if somebody wrote it, in a file of that language beside it. */
function readAllChanges(): Release['changes'] {
  const read = (name: string) => {
    const path = join(root, name)
    return existsSync(path) ? readChanges(readFileSync(path, 'utf8'), version) : []
  }
  const [en, ptBr] = [read('CHANGELOG.md'), read('CHANGELOG.pt-BR.md')]
  if (en.length === 0) throw new ReleaseError(`CHANGELOG.md says nothing about version ${version}.`)
  return { en, ...(ptBr.length > 0 && { 'pt-BR': ptBr }) }
}

/** Returns the program's path. */
async function build(): Promise<string> {
  const build = Bun.spawn([process.execPath, 'run', join(import.meta.dir, 'build.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await build.exited) !== 0) throw new ReleaseError('The build failed.')
  return join(dist, 'balcao')
}
