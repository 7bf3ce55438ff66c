/** Asks Typebot's builder for workspaces, bots, and the public id under which a bot runs. */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { readJson } from '../../platform/json'
import { askOutside, type OutsideAllow, type OutsideAnswer, OutsideFailed } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import { readSecret, readText } from '../../settings/settings'
import type { Typebots, TypebotWorkspaces } from './contract'
import { typebotErrors } from './errors'
import { type Fields, fieldsOf, objectsIn, textOf } from './rich-text'
import { serverOf } from './server-url'

const ANSWER_LIMIT = 10 * SECOND
const MOST_BYTES = 2_000_000
/** Values of an answer in JSON: a list of bots has some for each. */
const MOST_VALUES = 40_000
const MOST_LISTED = 500

export type Builder = { get(path: string): Promise<OutsideAnswer> }
export type BuilderDeps = {
  /** Of the purpose `settings`. */
  readonly encryption: Encryption
  readonly allowed: OutsideAllow
  readonly left: AbortSignal
}

/** Undefined until address and token are set. */
export function findBuilder(
  cx: Pick<Cx, 'db' | 'tenant' | 'wait'>,
  { encryption, allowed, left }: BuilderDeps,
): Builder | undefined {
  const url = serverOf(readText(cx.db, 'urlTypebotBuilder'))
  const token = readSecret(cx, encryption, 'tokenTypebot')
  if (url === '' || token === null) return undefined
  if (!URL.canParse(url)) fail(typebotErrors.ERR_TYPEBOT_ADDRESS)
  return {
    async get(path) {
      try {
        return await askOutside({
          url: `${url}/api/v1/${path}`,
          method: 'GET',
          headers: { authorization: `Bearer ${token}` },
          reach: 'public',
          wait: cx.wait,
          allowed,
          limit: ANSWER_LIMIT,
          most: MOST_BYTES,
          left,
        })
      } catch (error) {
        if (!(error instanceof OutsideFailed)) throw error
        return fail(
          error.fault === 'notPublic' ? typebotErrors.ERR_TYPEBOT_ADDRESS : typebotErrors.ERR_TYPEBOT_UNREACHABLE,
        )
      }
    },
  }
}

export async function listWorkspaces(builder: Builder): Promise<TypebotWorkspaces> {
  const { workspaces } = await read(builder, 'workspaces')
  return {
    workspaces: objectsIn(workspaces, MOST_LISTED).map((one) => ({
      ...named(one),
      plan: typeof one.plan === 'string' ? textOf(one.plan) : null,
    })),
  }
}

export async function listTypebots(builder: Builder, workspaceId: string): Promise<Typebots> {
  const { typebots } = await read(builder, `typebots?workspaceId=${encodeURIComponent(workspaceId)}`)
  return {
    typebots: objectsIn(typebots, MOST_LISTED).map((one) => ({
      ...named(one),
      isPublished: typeof one.publishedTypebotId === 'string',
    })),
  }
}

/** The list has no public id, so the bot itself is asked for. */
export async function findPublicId(builder: Builder, typebotId: string): Promise<string> {
  const { typebot } = await read(builder, `typebots/${encodeURIComponent(typebotId)}`)
  const publicId = textOf(fieldsOf(typebot)?.publicId)
  if (publicId === '' || publicId.length > 200) fail(typebotErrors.ERR_TYPEBOT_NOT_PUBLISHED)
  return publicId
}

const named = (one: Fields) => ({
  id: textOf(one.id).slice(0, 100),
  name: textOf(one.name).slice(0, 100),
  icon: typeof one.icon === 'string' ? textOf(one.icon).slice(0, 500) : null,
})

/** The status decides: the words of errors differ between versions. */
async function read(builder: Builder, path: string): Promise<Fields> {
  const { status, body } = await builder.get(path)
  if (status === 401 || status === 403) fail(typebotErrors.ERR_TYPEBOT_TOKEN)
  if (status === 404) fail(typebotErrors.ERR_NO_TYPEBOT_FOUND)
  const fields = status === 200 ? fieldsOf(readJson(body, MOST_VALUES)) : undefined
  return fields ?? fail(typebotErrors.ERR_TYPEBOT_UNREACHABLE) // not JSON: a page of a proxy
}
