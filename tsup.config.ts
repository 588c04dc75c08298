import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", testing: "src/testing.ts", cli: "src/cli.ts", "sqlite-process": "src/adapters/sqlite-process.js" },
  format: "esm",
  target: "node20",
  platform: "node",
  splitting: true,
  sourcemap: false, // they would be a third of the package
  clean: true,
  dts: process.env["DAGRADE_DTS"] === "off" ? false : { entry: { index: "src/index.ts", testing: "src/testing.ts" }, compilerOptions: { ignoreDeprecations: "6.0" } },
});
