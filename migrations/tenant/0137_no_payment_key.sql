-- The payment provider's key is a setting of the operator. Nothing read a company's own.
DELETE FROM settings WHERE key = 'asaas';
