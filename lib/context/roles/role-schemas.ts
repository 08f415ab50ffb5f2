import { z } from 'zod';
import { PERMISSIONS } from '#/lib/context/roles/role.ts';

export const permission = z
  .enum(PERMISSIONS)
  .meta({ id: 'Scope', description: 'One thing a role or an API key may do.' });
