/**
 * The nats-server that `balcao fleet init` has the machines fetch: upstream's release, with the checksums of its SHA256SUMS.
 * The same stand in the Dockerfile of the official image (nats-io/nats-docker, 2.15.x), and were compared with it.
 */
const NATS_VERSION = '2.15.0'

const checksums: Readonly<Record<'amd64' | 'arm64', string>> = {
  amd64: '5d2c51caca950333aba84911df7d377f826f3a59ec36061c6539105084f65c92',
  arm64: 'cdc208f5a3f42963a52b6ab06ef65626bb870315dc936e26ba571780c6351112',
}

/** `$arch` in the name is the machine's. */
export const NATS_ARCHIVE = `nats-server-v${NATS_VERSION}-linux-$arch`
export const NATS_ADDRESS = `https://github.com/nats-io/nats-server/releases/download/v${NATS_VERSION}`

/** As sha256sum reads it. */
export const natsChecksums = (): string =>
  Object.entries(checksums)
    .map(([arch, sha256]) => `${sha256}  nats-server-v${NATS_VERSION}-linux-${arch}.tar.gz\n`)
    .join('')
