/** Our addresses that Meta calls or sends people back to. Each is registered with an app, exactly so. */
import type { Services } from '../../platform/module'
import type { OperatorMeta } from '../../settings/operator/contract'

const paths: OperatorMeta = {
  webhook: '/api/meta/webhook',
  /** A page of ours. */
  signIn: '/meta-sign-in',
  deauthorize: '/api/meta/deauthorize',
  deletion: '/api/meta/deletion',
}

/** `origin`: where the person opened our page; it counts if the operator has set no address. */
export function metaAddresses({ publicUrl }: Pick<Services, 'publicUrl'>, origin: string): OperatorMeta {
  const known = publicUrl()
  const own = known === null ? origin : new URL(known).origin
  return {
    webhook: own + paths.webhook,
    signIn: own + paths.signIn,
    deauthorize: own + paths.deauthorize,
    deletion: own + paths.deletion,
  }
}
