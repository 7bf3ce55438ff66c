/** What an app may read of a person who wrote. */
import { photo } from '../../play/photo'
import type { MetaInstagram, MetaPage, MetaPerson } from '../contract'
import type { MetaFiles } from '../files'
import { badParam, type GraphCall, GraphError, picked } from '../graph'
import type { AccessToken } from '../tokens'
import type { MetaWorld } from '../world'

export function profile(
  { world, files }: { readonly world: MetaWorld; readonly files: MetaFiles },
  call: GraphCall,
  token: AccessToken,
  { account, person }: { readonly account: MetaPage | MetaInstagram; readonly person: MetaPerson },
): Response {
  const isPage = account.kind === 'page'
  const scope = isPage ? 'pages_messaging' : 'instagram_manage_messages'
  if (!token.scopes.has(scope))
    throw new GraphError(403, 230, `(#230) Requires ${scope} permission to manage the object`)
  if (!person.sharesProfile)
    throw isPage
      ? badParam('The profile is not available for this user.', 2018218)
      : new GraphError(403, 230, '(#230) User consent is required to access user profile')
  const picture = pictureUrl(files, person.key)
  const [first_name = '', ...others] = person.name.split(' ')
  const id = world.scopedId(person, account)
  const node = isPage
    ? {
        id,
        name: person.name,
        first_name,
        last_name: others.join(' '),
        profile_pic: picture,
        locale: undefined,
        gender: undefined,
      }
    : {
        id,
        name: person.name,
        username: person.instagramUsername,
        profile_pic: picture,
        follower_count: 128,
        is_user_follow_business: true,
        is_business_follow_user: false,
        is_verified_user: false,
      }
  return Response.json(
    picked(
      call,
      isPage ? 'User' : 'IGBusinessScopedID',
      node,
      isPage ? ['first_name', 'last_name', 'id'] : ['id', 'name', 'username'],
    ),
  )
}

/** The same key has the same picture. */
export function pictureUrl(files: MetaFiles, key: string): string {
  const { bytes, mimetype } = photo([...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0))
  return files.hostedUrl({ bytes: new Uint8Array(bytes), mimetype, name: 'profile' })
}
