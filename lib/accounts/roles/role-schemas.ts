import { z } from 'zod';
import { PERMISSIONS } from '#/lib/accounts/roles/role.ts';

export const permission = z
  .enum(PERMISSIONS)
  .meta({ id: 'Scope', description: 'One thing a role or an API key may do.' });
