/** After a restore, sends that left after the backup are not posted again. */
export const sendsCarriedOver: readonly string[] = [
  `UPDATE main.api_sends SET (state, failure, again_at) = (SELECT a.state, a.failure, NULL FROM aside.api_sends a WHERE a.id = api_sends.id)
   WHERE state = 'waiting' AND EXISTS (SELECT 1 FROM aside.api_sends a WHERE a.id = api_sends.id AND a.state <> 'waiting')`,
]
