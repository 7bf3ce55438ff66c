import * as v from 'valibot'
import { defineControlWrite } from '../../platform/control-writes'
import { execute, getOnlyRow } from '../../platform/sql'

/**
 * Stores the installation's pair, instead of one that cannot be read or of none. Returns the pair that holds: of several
 * processes that want to store one, the first wins. Private keys are encrypted.
 */
export const storeKeys = defineControlWrite(
  'push.storeKeys',
  v.object({ publicKey: v.string(), privateKey: v.string(), insteadOf: v.nullable(v.string()) }),
  (control, now, { publicKey, privateKey, insteadOf }) => {
    execute(
      control,
      `INSERT INTO push_keys (id, public_key, private_key, created_at) VALUES (1, @publicKey, @privateKey, @now)
       ON CONFLICT DO UPDATE SET public_key = excluded.public_key, private_key = excluded.private_key, created_at = excluded.created_at
       WHERE public_key = @insteadOf`,
      { publicKey, privateKey, insteadOf, now },
    )
    return getOnlyRow<{ publicKey: string; privateKey: string }>(
      control,
      'SELECT public_key AS publicKey, private_key AS privateKey FROM push_keys WHERE id = 1',
    )
  },
)
