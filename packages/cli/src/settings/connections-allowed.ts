/** If the system does not say how many descriptors there are. */
const usualDescriptors = 1024;

/**
 * How many connections leave enough file descriptors for everything else: a quarter is reserved for databases,
 * providers, tools and files.
 */
export function connectionsAllowed(): number {
  return Math.floor((descriptorLimit() * 3) / 4);
}

/** Node has already raised it to the maximum. */
function descriptorLimit(): number {
  if (process.report === undefined) return usualDescriptors;
  // Resolving the names of all connections would take long.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: number | string } };
  };
  const limit = userLimits?.open_files?.soft;
  if (limit === "unlimited") return 1_000_000;
  return typeof limit === "number" ? limit : usualDescriptors;
}
