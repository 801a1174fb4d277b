"""The doors by which other people's programs come in: OpenAI-compatible clients and MCP clients."""
